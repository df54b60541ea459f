#pragma once

#include <span>
#include <unordered_set>
#include <vector>

#include "explorer/algorithms/run_control.h"
#include "semantics/automaton/thread_automaton.h"
#include "support/hash.h"

namespace drover {

// The values that each location may hold in any execution: an over-approximation, from running
// every automaton on every value that some automaton writes.
//
// The values are found in rounds: round r runs the threads on the values of earlier rounds. A value
// first found in round r is written after reading a value of round r - 1, and so on: a chain of r
// writes, each after a read of its thread. If po ∪ rf is acyclic these are r different events, so
// no execution holds a value of a round beyond the number of such writes. That bounds programs
// whose threads feed each other ever larger values (x := y + 1 ‖ y := x + 1). More closely: a chain
// that ends at a location only has writes to locations that some thread reads before it writes to
// the next one of the chain, and at most one for each round that found something there. The end of
// a thread counts as a write of its result, a join as a read of it; the values that a spawn passes
// come from the reads of its thread.
class ValueAnalysis {
 public:
  // Threads also run on the `assumed` values of every location: writes may depend on each other's
  // values, in a cycle of po ∪ rf.
  ValueAnalysis(ProgramAutomata& automata, RunControl& control,
                std::span<const Value> assumed = {});

  // Returns the values that a read of `location` may return, in increasing order.
  [[nodiscard]] const std::vector<Value>& values(LocationId location) const {
    return values_[location.value];
  }
  [[nodiscard]] bool may_write(ThreadId thread, LocationId location, Value value) const;

 private:
  struct Write {
    LocationId location;
    Value value;
    bool operator==(const Write&) const = default;
  };
  struct WriteHash {
    std::size_t operator()(const Write& write) const noexcept {
      return hash_of(write.location.value, write.value);
    }
  };
  struct ThreadNodes {
    std::vector<bool> is_reached;     // by NodeId
    std::vector<NodeId> reads;        // reached nodes that read
    std::vector<std::size_t> tried;   // per entry of `reads`: number of values tried
    std::vector<NodeId> joins;        // reached nodes that join
    std::vector<std::size_t> joined;  // per entry of `joins`: number of results tried
    std::vector<Value> results;       // of the thread, in the order found
    std::vector<Value> new_results;   // found in this round
    std::unordered_set<Write, WriteHash> writes;
  };

  bool run_round();
  bool run_joins(ThreadId thread);
  void reach(ThreadId thread, NodeId node);
  void add_value(LocationId location, Value value);
  static void add_result(ThreadNodes& thread, Value value);
  void mention(LocationId location);
  void drop_impossible_values(std::size_t round);
  [[nodiscard]] std::size_t longest_chain() const;
  [[nodiscard]] std::size_t most_writes_after_a_read(ThreadId thread) const;

  ProgramAutomata& automata_;
  RunControl& control_;
  std::vector<Value> assumed_;
  std::vector<ThreadNodes> threads_;
  std::vector<std::vector<Value>> values_;   // by LocationId, in the order found
  std::vector<std::vector<Value>> pending_;  // found in this round
  std::vector<std::size_t> fresh_rounds_;    // by LocationId: rounds with a new value
};

}  // namespace drover
