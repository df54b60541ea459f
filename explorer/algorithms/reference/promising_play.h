#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/algorithms/reference/promise_first.h"
#include "explorer/algorithms/reference/thread_runs.h"

namespace drover::reference {

// The machine with promises as it is played: one step of one thread at a time.

struct PromisingState {
  MessageList memory;
  std::vector<PromisingThread> threads;
  std::vector<ThreadEnd> ends;    // NotStarted also stands for "running"
  std::vector<bool> has_started;  // by thread: those of earlier roles have ended, it is spawned
};

enum class PromisingStep : std::uint8_t {
  Pass,    // an event that neither reads nor writes; spawns and joins, too
  Choose,  // `value`
  Read,    // the message `at`; the write of an atomic instruction follows in the same step
  Write,   // promises the next write and fulfils it
  Fulfil,  // the promise `at`
  Promise  // the message
};

struct PromisingMove {
  ThreadId thread;
  PromisingStep step = PromisingStep::Pass;
  Timestamp at = 0;
  Value value = 0;
  Message message = {};

  bool operator==(const PromisingMove&) const = default;
};

// The reason why a move is not possible.
enum class PlayRefusal : std::uint8_t {
  None,
  NotNow,       // the thread is not at such an event, or has an obstacle to it
  Between,      // an atomic instruction: another thread has written since, so it could not write
  Waits,        // the value does not end the wait of an await
  Unfit,        // the value does not fit the way that the thread has chosen for its instruction
  Unkept,       // the thread could not keep its promises
  OthersUnkept  // another thread could not keep its own
};

// `automata` must outlive it, and track dependencies.
class PromisingPlay {
 public:
  PromisingPlay(ProgramAutomata& automata, PromisingRules rules);

  [[nodiscard]] const PromisingMachine& machine() const { return machine_; }
  [[nodiscard]] PromisingState start() const;
  // Returns all possible moves: after each, every thread can fulfil its promises.
  [[nodiscard]] std::vector<PromisingMove> moves(const PromisingState& state);
  // Returns the state after a move; empty if the move is not possible.
  [[nodiscard]] std::optional<PromisingState> after(const PromisingState& state,
                                                    const PromisingMove& move);
  [[nodiscard]] PlayRefusal refusal_of(const PromisingState& state, const PromisingMove& move);
  [[nodiscard]] bool is_running(const PromisingState& state, ThreadId thread) const;
  // True if every thread that has been spawned has ended.
  [[nodiscard]] bool has_ended(const PromisingState& state) const;
  // Returns the execution; all promises must be fulfilled.
  [[nodiscard]] ExecutionGraph execution_of(const PromisingState& state) const;
  // True if the thread, alone, can fulfil its promises.
  [[nodiscard]] bool is_certified(const PromisingState& state, ThreadId thread);

  // Returns the moves from `state` to a whole run that `is_wanted`, with few promises. Empty
  // if there is none; `is_complete` is false if `control` stopped the search for one.
  struct Way {
    std::optional<std::vector<PromisingMove>> moves;
    bool is_complete = true;
    bool was_cut = false;  // some thread was cut in a loop
  };
  [[nodiscard]] Way find_way(const PromisingState& state, RunControl& control,
                             const std::function<bool(const WholeRuns&)>& is_wanted);

 private:
  struct Moved {
    std::optional<PromisingState> state;
    PlayRefusal refusal = PlayRefusal::NotNow;  // without a state
  };
  [[nodiscard]] Moved moved(const PromisingState& state, const PromisingMove& move);
  void append(PromisingState& state, ThreadId thread) const;
  [[nodiscard]] PlayRefusal update(PromisingState& state, ThreadId thread) const;
  [[nodiscard]] bool may_end_instruction(const PromisingThread& thread, const MessageList& memory);
  void settle(PromisingState& state) const;
  // False if the thread that is joined has not ended.
  [[nodiscard]] bool pass(PromisingState& state, ThreadId thread);
  [[nodiscard]] bool is_dormant(const PromisingState& state, std::size_t thread) const;
  // Returns the threads on whose runs that of `thread` depends, and its place among them.
  [[nodiscard]] std::pair<ThreadGroup, std::size_t> group_of(const PromisingState& state,
                                                             ThreadId thread) const;
  [[nodiscard]] bool is_prefix(const PromisingState& state, const WholeRuns& runs) const;
  [[nodiscard]] std::optional<std::vector<PromisingMove>> schedule(PromisingState state,
                                                                   const WholeRuns& runs);
  [[nodiscard]] std::optional<PromisingMove> next_of(const PromisingState& state, ThreadId thread,
                                                     const WholeRuns& runs) const;

  ProgramAutomata& automata_;
  PromisingRules rules_;
  PromisingMachine machine_;
  std::vector<ThreadRole> roles_;
  std::vector<std::vector<bool>> may_write_;
};

}  // namespace drover::reference
