#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "explorer/graph/call_orders.h"
#include "explorer/histories/history.h"
#include "explorer/models/memory_model.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::histories {

// The calls and orders that are right, whatever else the execution contains: most executions have
// the same as an earlier one, and need neither their graph nor a search. For a program with one
// object.
class SettledHistories {
 public:
  // `automata` must outlive it.
  SettledHistories(const ProgramAutomata& automata, const MemoryModel& model);
  SettledHistories(const SettledHistories&) = delete;
  SettledHistories& operator=(const SettledHistories&) = delete;

  // Nothing is asked if the model's orders are not those of CallQuestion.
  [[nodiscard]] bool is_useful() const { return is_useful_; }
  // The question to an execution; valid while this is.
  [[nodiscard]] const CallQuestion& question() const { return question_; }

  // True if no thread makes more calls than these: the condition of Lemma 85.
  [[nodiscard]] bool are_all_calls(const CallOrders& orders) const {
    return orders.calls.size() == single_calls_;
  }
  // True if an execution with these calls and orders was found to be right.
  // `waiting` as in HistoryCheck::is_right.
  [[nodiscard]] bool contains(const CallOrders& orders, const std::vector<ThreadId>& waiting);
  // The last one that was asked for is right.
  void add_last();

 private:
  using Key = std::vector<std::uint64_t>;
  struct Mark {
    bool is_known = false;
    MarkKind kind = MarkKind::None;
    std::uint32_t number = 0;  // of what it says: the operation with arguments, or the result
  };

  const Mark& mark_at(std::size_t thread, NodeId node);

  const ProgramAutomata& automata_;
  bool is_useful_ = false;
  std::optional<std::size_t> single_calls_;  // if no thread makes more than one: how many
  std::vector<std::vector<Mark>> marks_;     // by thread and node
  std::map<std::vector<Value>, std::uint32_t> numbers_;
  std::unordered_set<Key, HashOfWords> settled_;
  Key last_;
  std::function<MarkKind(std::size_t, NodeId)> kind_of_mark_;
  CallQuestion question_;
};

}  // namespace drover::histories
