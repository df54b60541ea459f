#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "explorer/algorithms/reference/promising_play.h"
#include "explorer/graph/graph_names.h"
#include "input/state_selection.h"
#include "support/json.h"

namespace drover::serve {

// Returns the registers that the thread still needs, or conditions name, with their values. (States
// forget the others.)
[[nodiscard]] Json registers_json(const ProgramAutomata& automata, ThreadId thread, NodeId node,
                                  const GraphNames& names);

// Returns how a thread has ended, and why; empty: it has not.
[[nodiscard]] std::string end_words(const ProgramAutomata& automata, ThreadId thread, NodeId node,
                                    ThreadEnd end, const GraphNames& names);

// A game on the machine with promises (aarch64, riscv): the machine and the moves so far.
//
// A move is [THREAD, STEP]: "pass", "choose 1", "read 2", "write", "fulfil 2", "promise x = 1",
// where numbers are timestamps (0: the initial value) or the chosen value.
class PromiseGame {
 public:
  PromiseGame(const Program& program, std::uint32_t unroll, PromisingRules rules);

  // True if the move is possible.
  [[nodiscard]] bool play(const Json& move);
  // Returns the state: memory in order, and of each thread what comes next, what it must have seen,
  // its promises, and why it cannot read or fulfil what is in memory.
  [[nodiscard]] Json tell();
  [[nodiscard]] std::optional<std::vector<Value>> final_state() const;

  struct Way {
    bool is_known = false;
    bool is_there = false;
    bool was_cut = false;
    Json moves = Json::array();
  };
  [[nodiscard]] Way find_way(const input::StatePredicate& is_wanted);
  [[nodiscard]] Way find_way_from_start(const input::StatePredicate& is_wanted);

 private:
  [[nodiscard]] Way find_way(const reference::PromisingState& from,
                             const input::StatePredicate& is_wanted);
  [[nodiscard]] Json move_json(const reference::PromisingMove& move) const;
  [[nodiscard]] Json name_of(const reference::PromisingMove& move) const;
  [[nodiscard]] std::string key_of(const reference::PromisingMove& move) const;
  [[nodiscard]] std::string step_of(const reference::PromisingMove& move) const;
  [[nodiscard]] std::optional<std::string> written_by(const reference::PromisingMove& move) const;
  [[nodiscard]] std::string way_words(const reference::PromisingMove& move) const;
  [[nodiscard]] std::string words_of(const reference::PromisingMove& move) const;
  [[nodiscard]] std::string account_of(const reference::PromisingMove& move) const;
  [[nodiscard]] std::string label_words(const Label& label) const;
  [[nodiscard]] std::string message_words(LocationId location, reference::Timestamp at) const;
  [[nodiscard]] std::string content(LocationId location, Value value) const;
  [[nodiscard]] std::string event_words(const reference::PromisingThread& thread,
                                        const reference::DoneEvent& event) const;
  [[nodiscard]] std::string line_words(const Label& label) const;
  [[nodiscard]] std::string cause_words(const reference::PromisingThread& thread,
                                        reference::Timestamp at) const;
  [[nodiscard]] std::vector<std::string> obstacles_of(ThreadId thread);
  [[nodiscard]] std::string obstacle_words(const reference::PromisingThread& thread,
                                           reference::Timestamp at,
                                           const reference::Obstacle& obstacle) const;
  [[nodiscard]] Json thread_json(std::size_t thread,
                                 const std::vector<reference::PromisingMove>& moves);
  [[nodiscard]] Json memory_json() const;
  [[nodiscard]] std::string state_words(std::size_t thread) const;

  std::shared_ptr<ProgramAutomata> automata_;
  GraphNames names_;
  reference::PromisingPlay play_;
  reference::PromisingState state_;
  std::vector<std::string> told_;
  std::vector<std::string> steps_;  // the moves, as an exercise of kind `steps` names them
};

}  // namespace drover::serve
