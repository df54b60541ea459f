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

// Which assertions of a program no execution has come to. An assertion is one place in the source,
// for all threads and calls that it is in together.
//
// Some are not asked about: those that say that they are not to be reached (`assert(0)`), those
// that cannot fail (`assert(1)`), and those that a reduction leaves out: in bodies of `help` calls
// that are not run, and in loops whose pure iterations are not.
class AssertionCoverage {
 public:
  // `program` is as it was written; `automata`, which must outlive this, are those of the plan.
  AssertionCoverage(const Program& program, const ProgramAutomata& automata, const Plan& plan);

  // Takes time only where a thread has come to an assertion that was not seen before.
  void note(const Execution& execution);
  // What threads come to on their way to a block is left out if reads that give up leave their
  // graphs (trust/giving_up.h): all that some thread has come to in such a way, be it in a graph
  // that turned out not to be consistent, counts.
  void note_given_up();

  // Those that have been come to since this was as `before`: where they begin in the source.
  [[nodiscard]] std::set<std::uint32_t> reached_since(const AssertionCoverage& before) const;
  // In the order of the source; without those that others have come to.
  [[nodiscard]] std::vector<ErrorPlace> unreached(const std::set<std::uint32_t>& reached) const;
  // Whether there are assertions, all are asked about, and none of them is among `reached`.
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
  bool leaves_out_ = false;                  // a reduction leaves out some that are asked about
  std::map<std::uint32_t, Assertion> open_;  // by where it begins in the source
};

}  // namespace drover
