#include "report/conceivable.h"

#include <chrono>

#include "analysis/explain/candidates.h"
#include "explorer/plan/deep_stack.h"
#include "explorer/plan/reduce_program.h"
#include "semantics/automaton/thread_automaton.h"
#include "support/interrupt.h"

namespace drover::report {

namespace {

// Limit in choices of the search, which do not depend on time.
constexpr std::uint64_t MaxCandidateSteps = 100'000;
constexpr std::size_t MaxOutcomes = 500;

}  // namespace

std::optional<std::set<std::vector<Value>>> conceivable_outcomes(const ReportInput& input,
                                                                 const ShownState& shown,
                                                                 double max_seconds) {
  if (input.subject.program->conditions.empty()) return std::nullopt;
  const Program program =
      reduce_program(*input.subject.program, ReductionSet({Reduction::Plp, Reduction::Await}))
          .program;
  ProgramAutomata automata(program, {.unroll = input.subject.unroll});
  RunControl control;
  control.set_time_limit(max_seconds);
  control.set_interrupt_flag(&interrupt_flag());
  std::uint64_t steps = 0;
  control.set_heartbeat([&] {
    if (++steps > MaxCandidateSteps) control.stop(StopReason::MaxExecutions);
  });
  std::set<std::vector<Value>> outcomes;
  on_deep_stack(control, [&] {
    explain::visit_candidates(automata, {}, explain::CandidateClass::Coherent,
                              explain::Dependencies::LeftOut, control,
                              [&](const explain::VisitedCandidate& candidate) {
                                const std::vector<Value>& state = candidate.state;
                                if (shown.counts(state)) outcomes.insert(shown.project(state));
                                if (outcomes.size() > MaxOutcomes)
                                  control.stop(StopReason::MaxExecutions);
                              });
  });
  if (control.reason() != StopReason::Exhausted || explain::has_node(automata, LabelKind::Cut)) {
    return std::nullopt;
  }
  return outcomes;
}

}  // namespace drover::report
