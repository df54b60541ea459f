#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/findings/exploration_result.h"
#include "explorer/plan/plan.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// The assertions of a program that no execution has reached. An assertion is one place in the
// source, for all its threads and calls together.
//
// Some are excluded: those that must not be reached (`assert(0)`), those that cannot fail
// (`assert(1)`), and those that a reduction leaves out: in skipped bodies of `help` calls, and in
// loops with skipped pure iterations.
class AssertionCoverage {
 public:
  // `program` is the original program; `automata`, which must outlive this, are those of the plan.
  AssertionCoverage(const Program& program, const ProgramAutomata& automata, const Plan& plan);

  // Notes the assertions that the execution has reached. Takes time only if one of them is new.
  void note(const Execution& execution);
  // If reads that give up leave their graphs (algorithms/giving_up.h), executions do not show the
  // assertions on the way to a block. So every assertion that some thread has reached on such a way
  // counts, even in a graph that turned out to be inconsistent.
  void note_given_up();

  // Returns the assertions reached since `before`, by their beginning in the source.
  [[nodiscard]] std::set<std::uint32_t> reached_since(const AssertionCoverage& before) const;
  // Returns the unreached assertions in the order of the source, without those in `reached`.
  [[nodiscard]] std::vector<ErrorPlace> unreached(const std::set<std::uint32_t>& reached) const;
  // True if there are assertions, a reduction leaves none of them out, and none is in `reached`.
  [[nodiscard]] bool has_reached_none(const std::set<std::uint32_t>& reached) const;

 private:
  struct Copy {
    ThreadId thread;
    InstructionIndex at = 0;
  };
  struct Assertion {
    ErrorPlace place;
    std::vector<Copy> copies;
  };

  void forget_left_out(const Program& program, const Plan& plan);
  [[nodiscard]] bool is_worth_a_look() const;
  void note_passed(ThreadId thread, std::span<const InstructionIndex> passed);

  const ProgramAutomata* automata_;
  bool may_give_up_;
  bool leaves_out_ = false;                  // a reduction leaves out some that would count
  std::map<std::uint32_t, Assertion> open_;  // by the beginning in the source
};

}  // namespace drover
