#include "explorer/explore.h"

#include <memory>

#include "explorer/algorithms/enumerate.h"
#include "explorer/algorithms/interleave.h"
#include "explorer/deep_stack.h"
#include "explorer/fit.h"
#include "explorer/judge.h"
#include "explorer/run_rcmc.h"
#include "explorer/run_trust.h"
#include "support/check.h"

namespace drover {

namespace {

using Clock = RunControl::Clock;

GraphNames names_of(const std::shared_ptr<const ProgramAutomata>& automata) {
  GraphNames names;
  for (const Thread& thread : automata->program().threads) names.threads.push_back(thread.name);
  names.location = [automata](LocationId location) { return automata->locations().name(location); };
  names.value = [automata](Value value) { return automata->locations().value_text(value); };
  return names;
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Runs one algorithm once. `capacity` matters to `spore` and `rcmc` only.
TrustEnd run_algorithm(AlgorithmKind algorithm, std::size_t capacity, ProgramAutomata& automata,
                       const MemoryModel& model, RunControl& control, ExecutionObserver& observer) {
  switch (algorithm) {
    case AlgorithmKind::Enumerate:
      enumerate_executions(automata, model, control, observer);
      return TrustEnd::Done;
    case AlgorithmKind::Interleave:
      interleave_executions(automata, *machine_of(model), control, observer);
      return TrustEnd::Done;
    case AlgorithmKind::Spore: return run_trust(model, capacity, automata, control, observer);
    case AlgorithmKind::Rcmc: return run_rcmc(model, capacity, automata, control, observer);
    case AlgorithmKind::Auto: break;
  }
  DROVER_UNREACHABLE("`auto` is replaced before an algorithm runs");
}

Verdict verdict_of(const ExplorationResult& result) {
  if (!result.errors.empty()) return Verdict::Violation;
  const bool is_partial = result.stop_reason != StopReason::Exhausted || result.cut > 0;
  return is_partial ? Verdict::Incomplete : Verdict::Safe;
}

}  // namespace

ExplorationResult explore(const Program& program, const ExplorerOptions& options) {
  DROVER_CHECK(options.model != nullptr, "a model must be chosen");
  DROVER_CHECK(!why_unfit(options.algorithm, *options.model), "the algorithm must fit the model");
  const Clock::time_point start = Clock::now();
  AlgorithmChoice choice{options.algorithm, ""};
  if (choice.kind == AlgorithmKind::Auto) choice = choose_algorithm(*options.model);
  const auto automata = std::make_shared<ProgramAutomata>(program, options.unfold);

  ExplorationResult result;
  for (const std::size_t capacity : TrustCapacities) {
    result = ExplorationResult();
    result.algorithm = algorithm_name(choice.kind);
    result.algorithm_reason = choice.reason;
    result.may_repeat = may_repeat(choice.kind) && has_read_modify_write(program);
    if (may_repeat(choice.kind) && options.duplicates == DuplicatePolicy::Count) {
      result.duplicates = 0;
    }
    result.automata = automata;
    result.names = names_of(automata);
    RunControl control;
    if (options.max_seconds) {
      control.set_deadline(start + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(*options.max_seconds)));
    }
    control.set_interrupt_flag(options.interrupt);
    Judge judge(*automata, options, control, result);
    if (options.progress) {
      control.set_heartbeat([&] {
        options.progress({judge.seen(), control.depth(), seconds_since(start)});
      });
    }
    TrustEnd end = TrustEnd::Done;
    on_deep_stack(control, [&] {
      end = run_algorithm(choice.kind, capacity, *automata, *options.model, control, judge);
    });
    result.stop_reason = control.reason();
    if (end == TrustEnd::Done) break;
  }
  result.verdict = verdict_of(result);
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace drover
