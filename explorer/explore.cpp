#include "explorer/explore.h"

#include <iterator>
#include <memory>

#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/interleave.h"
#include "explorer/algorithms/rvf/rvf.h"
#include "explorer/deep_stack.h"
#include "explorer/fit.h"
#include "explorer/judge.h"
#include "explorer/loop_report.h"
#include "explorer/run/run_dpor.h"
#include "explorer/run/run_rcmc.h"
#include "explorer/run/run_trust.h"
#include "support/check.h"
#include "support/format.h"

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
RunEnd run_algorithm(AlgorithmKind algorithm, std::size_t capacity, const ReductionPlan& plan,
                     ProgramAutomata& automata, const ExplorerOptions& options, RunControl& control,
                     ExecutionObserver& observer, ExplorationResult& result) {
  const MemoryModel& model = *options.model;
  switch (algorithm) {
    case AlgorithmKind::Enumerate:
      reference::enumerate_executions(automata, model, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Interleave:
      reference::interleave_executions(automata, *machine_of(model), control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Spore:
      return run_trust(model, capacity, automata,
                       {plan.symmetric, causal_cycles_of(model), plan.failed_awaits,
                        ChecksAreOn ? &model : nullptr},
                       control, observer);
    case AlgorithmKind::Rcmc: return run_rcmc(model, capacity, automata, control, observer);
    case AlgorithmKind::Dpor:
      run_dpor(automata, plan.additions, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Rvf:
      result.vsc = rvf::explore_by_values(automata, options.rvf, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Auto: break;
  }
  DROVER_UNREACHABLE("`auto` is replaced before an algorithm runs");
}

Verdict verdict_of(const ExplorationResult& result) {
  if (!result.errors.empty()) return Verdict::Violation;
  const bool is_partial = result.stop_reason != StopReason::Exhausted || result.cut > 0;
  return is_partial ? Verdict::Incomplete : Verdict::Safe;
}

// Symmetric threads are not if what they do, or a condition, depends on which thread
// allocated what.
bool is_symmetry_broken(const ReductionPlan& plan, const ProgramAutomata& automata,
                        const Judge& judge) {
  return !plan.symmetric.empty() &&
         (automata.depends_on_placement() || judge.depends_on_placement());
}

void describe(const ReductionPlan& plan, const Program& program, ExplorationResult& result) {
  for (const Reduction reduction : AllReductions) {
    if (plan.used.contains(reduction)) result.reductions.push_back(reduction);
  }
  for (const passes::SymmetricThreads& group : plan.symmetric) {
    result.symmetric.emplace_back();
    for (const ThreadId thread : group) {
      result.symmetric.back().push_back(program.threads[thread.value].name);
    }
  }
  result.remarks = plan.remarks;
}

ExplorationResult explore_with(const AlgorithmChoice& choice, const Program& program,
                               const ExplorerOptions& options, Clock::time_point start) {
  ReductionPlan plan =
      plan_reductions(program, choice.kind, *options.model, options.reductions, options.asked_for);
  UnfoldOptions unfold = options.unfold;
  unfold.help_calls = plan.help_calls;
  if (options.model->needs_dependencies()) unfold.dependencies = DependencyTracking::On;
  const auto reduced = std::make_shared<const Program>(std::move(plan.program));
  const auto automata = std::make_shared<ProgramAutomata>(*reduced, unfold);

  ExplorationResult result;
  for (std::size_t attempt = 0; attempt < std::size(TrustCapacities);) {
    result = ExplorationResult();
    describe(plan, program, result);
    result.algorithm = algorithm_name(choice.kind);
    result.algorithm_reason = choice.reason;
    result.may_repeat = may_repeat(choice.kind) && has_read_modify_write(program);
    if (may_repeat(choice.kind) && options.duplicates == DuplicatePolicy::Count) {
      result.duplicates = 0;
    }
    result.program = reduced;
    result.automata = automata;
    result.names = names_of(automata);
    RunControl control;
    if (options.max_seconds) {
      control.set_deadline(start + std::chrono::duration_cast<Clock::duration>(
                                       std::chrono::duration<double>(*options.max_seconds)));
    }
    control.set_interrupt_flag(options.interrupt);
    Judge judge(program, *automata, options, plan, control, result);
    if (options.progress) {
      control.set_heartbeat([&] {
        options.progress({judge.seen(), control.depth(), seconds_since(start)});
      });
    }
    RunEnd end = RunEnd::Done;
    on_deep_stack(control, [&] {
      end = run_algorithm(choice.kind, TrustCapacities[attempt], plan, *automata, options, control,
                          judge, result);
    });
    result.stop_reason = control.reason();
    if (end == RunEnd::TooManyEvents) {
      ++attempt;
    } else if (is_symmetry_broken(plan, *automata, judge)) {
      plan.symmetric.clear();
      plan.used.erase(Reduction::Symmetry);
      plan.remarks.emplace_back(
          "threads with the same code are not taken as symmetric: what they do, or a condition, "
          "depends on which thread allocated what (an order or a sum of addresses)");
    } else {
      break;
    }
  }
  result.verdict = verdict_of(result);
  result.loops = report_loops(program, *reduced, plan.pure_loops, *automata, result.cut_loops);
  result.seconds = seconds_since(start);
  return result;
}

// Explores with an algorithm that was chosen for a promise; nothing if that is not kept.
std::optional<ExplorationResult> try_out(const AlgorithmChoice& choice, const Program& program,
                                         const ExplorerOptions& options, Clock::time_point start) {
  ExplorerOptions limited = options;
  const bool is_limit_of_trial = !options.max_executions || *choice.trial < *options.max_executions;
  if (is_limit_of_trial) limited.max_executions = choice.trial;
  ExplorationResult result = explore_with(choice, program, limited, start);
  if (is_limit_of_trial && result.stop_reason == StopReason::MaxExecutions) return std::nullopt;
  return result;
}

}  // namespace

ExplorationResult explore(const Program& program, const ExplorerOptions& options) {
  DROVER_CHECK(options.model != nullptr, "a model must be chosen");
  DROVER_CHECK(!why_unfit(options.algorithm, *options.model), "the algorithm must fit the model");
  const Clock::time_point start = Clock::now();
  AlgorithmChoice choice{options.algorithm, "", std::nullopt};
  if (choice.kind == AlgorithmKind::Auto) choice = choose_algorithm(program, options);
  if (!choice.trial) return explore_with(choice, program, options, start);
  if (auto result = try_out(choice, program, options, start)) return *std::move(result);
  AlgorithmChoice other = choose_algorithm(*options.model);
  other.reason += format("; `{}` was given up after {} executions, too many for what it takes",
                         algorithm_name(choice.kind), *choice.trial);
  return explore_with(other, program, options, start);
}

}  // namespace drover
