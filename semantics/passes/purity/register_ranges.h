#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "semantics/passes/purity/value_set.h"
#include "semantics/program/control_flow.h"
#include "semantics/program/program.h"

namespace drover::passes {

// The ranges of the values of a thread's registers before each instruction, from above. Values that
// are read may be any. A loop widens a range to the next constant that the thread compares with, or
// to all values.
class RegisterRanges {
 public:
  using Range = ValueSet::Range;

  // Holds references.
  RegisterRanges(const Thread& thread, const ControlFlow& flow);

  // True if evaluating the expression before `at` may fault.
  [[nodiscard]] bool may_fault(InstructionIndex at, ExprId expression) const;
  // True if the assignment at `at` adds a constant to a register, which takes a million such steps
  // at least before they overflow.
  [[nodiscard]] bool is_counter_step(InstructionIndex at) const;

  // `reg + added`, computed without overflow or loss.
  struct Sum {
    RegisterId reg;
    Value added = 0;
  };
  // Returns the expression before `at` as a sum, if it is one.
  [[nodiscard]] std::optional<Sum> sum_of(InstructionIndex at, ExprId expression) const;
  // As above, where the sum may wrap around within `bits` bits.
  struct WrappedSum : Sum {
    Range domain;  // the values from which and to which it wraps
  };
  [[nodiscard]] std::optional<WrappedSum> wrapped_sum_of(InstructionIndex at,
                                                         ExprId expression) const;
  [[nodiscard]] Range range_of(InstructionIndex at, ExprId expression) const;

 private:
  static constexpr std::size_t MaxCells = 400'000;  // instructions times registers
  static constexpr std::size_t MaxThresholds = 64;

  // By register; an empty state: the instruction is not reached.
  using State = std::vector<Range>;
  struct Evaluated {
    Range range;
    bool may_fault = false;
  };

  void find_thresholds();
  void find_counters();
  void follow();
  // Returns the state behind the edge; empty if it cannot be taken.
  [[nodiscard]] State state_behind(InstructionIndex at, InstructionIndex to) const;
  // Merges a state into that before `at`; true if that has grown.
  bool arrive(InstructionIndex at, const State& state, bool widens);
  [[nodiscard]] Range widened(const Range& range, const Range& more) const;

  [[nodiscard]] Evaluated evaluate(const State& state, ExprId expression) const;
  [[nodiscard]] Evaluated evaluate_binary(const State& state, const ExpressionNode& node) const;
  [[nodiscard]] std::optional<Sum> sum_in(const State& state, ExprId expression) const;
  // Restricts the state to those in which the condition is `truth`; false if there are none.
  bool restrict(State& state, ExprId condition, bool truth) const;
  bool restrict_comparison(State& state, Operator op, ExprId left, ExprId right) const;
  bool restrict_to(State& state, ExprId expression, const Range& range) const;

  const Thread& thread_;
  const ControlFlow& flow_;
  std::vector<bool> is_counter_;   // by register: see is_counter_step
  std::vector<Value> thresholds_;  // ascending
  std::vector<State> before_;      // by instruction; empty: nothing is known
};

}  // namespace drover::passes
