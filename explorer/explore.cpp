#include "explorer/explore.h"

#include <iterator>
#include <memory>

#include "explorer/algorithm_table.h"
#include "explorer/algorithms/reference/enumerate.h"
#include "explorer/algorithms/reference/interleave.h"
#include "explorer/algorithms/rvf/rvf.h"
#include "explorer/deep_stack.h"
#include "explorer/judge.h"
#include "explorer/loop_report.h"
#include "explorer/plan.h"
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

// Runs the algorithm of a plan once. `capacity` matters to `spore` and `rcmc` only.
RunEnd run_algorithm(const Plan& plan, const MemoryModel& model, std::size_t capacity,
                     ProgramAutomata& automata, RunControl& control, ExecutionObserver& observer,
                     ExplorationResult& result) {
  switch (plan.algorithm) {
    case AlgorithmKind::Enumerate:
      reference::enumerate_executions(automata, model, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Interleave:
      reference::interleave_executions(automata, plan.machine, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Spore:
      return run_trust(model, capacity, automata, plan.trust, control, observer);
    case AlgorithmKind::Rcmc: return run_rcmc(model, capacity, automata, control, observer);
    case AlgorithmKind::Dpor:
      run_dpor(automata, plan.additions, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Rvf:
      result.vsc = rvf::explore_by_values(automata, plan.rvf, control, observer);
      return RunEnd::Done;
    case AlgorithmKind::Auto: break;
  }
  DROVER_UNREACHABLE("a plan names the algorithm to run");
}

bool is_partial(const ExplorationResult& result) {
  return result.stop_reason != StopReason::Exhausted || result.cut > 0;
}

// `require exists`: only a whole exploration shows that no final state satisfies it.
void judge_requirements(ExplorationResult& result) {
  if (is_partial(result)) return;
  for (const ConditionResult& each : result.conditions) {
    const Condition& condition = *each.condition;
    if (!condition.is_required || each.witnesses > 0) continue;
    result.errors.push_back(
        {ErrorKind::Condition,
         format("required final state is not reached: none of {} complete "
                "execution{} satisfies `{}`",
                result.executions, result.executions == 1 ? "" : "s", condition.text),
         {condition.source, "", "required here"},
         {},
         ExecutionGraph({}),  // there is no execution to show
         {}});
  }
}

Verdict verdict_of(const ExplorationResult& result) {
  if (!result.errors.empty()) return Verdict::Violation;
  if (is_partial(result)) return Verdict::Incomplete;
  const bool is_vacuous =
      (result.executions == 0 && result.blocked > 0) || !result.unreached.empty();
  return is_vacuous ? Verdict::Vacuous : Verdict::Safe;
}

// Why symmetric threads must not be explored as one after all, if so.
std::optional<ReductionObstacle> obstacle_to_symmetry(const Plan& plan,
                                                      const ProgramAutomata& automata,
                                                      const Judge& judge) {
  if (plan.trust.symmetric.empty()) return std::nullopt;
  if (judge.has_causal_cycle()) return ReductionObstacle::CausalCycle;
  const bool depends = automata.depends_on_placement() || judge.depends_on_placement();
  return depends ? std::optional(ReductionObstacle::PlacementMatters) : std::nullopt;
}

// What a result says of the plan behind it.
ExplorationResult result_of(const Plan& plan, const Program& program) {
  ExplorationResult result;
  result.algorithm = algorithm_name(plan.algorithm);
  result.algorithm_reason = plan.reason;
  for (const Reduction reduction : AllReductions) {
    if (plan.used.contains(reduction)) result.reductions.push_back(reduction);
  }
  for (const passes::SymmetricThreads& group : plan.trust.symmetric) {
    result.symmetric.emplace_back();
    for (const ThreadId thread : group) {
      result.symmetric.back().push_back(program.threads[thread.value].name);
    }
  }
  result.remarks = plan.remarks;
  result.may_repeat = plan.may_repeat;
  if (plan.counts_duplicates) result.duplicates = 0;
  return result;
}

// Runs plans for one program.
class Exploration {
 public:
  Exploration(const Program& program, const ExplorerOptions& options)
      : program_(program), options_(options) {}

  ExplorationResult run(Plan plan) {
    const auto reduced = std::make_shared<const Program>(plan.reduced.program);
    const auto automata = std::make_shared<ProgramAutomata>(*reduced, plan.unfold);
    ExplorationResult result;
    for (std::size_t attempt = 0; attempt < std::size(TrustCapacities);) {
      result = result_of(plan, program_);
      result.program = reduced;
      result.automata = automata;
      result.names = names_of(automata);
      if (options_.on_start) options_.on_start(result.names);
      switch (run_once(plan, TrustCapacities[attempt], *automata, result)) {
        case Outcome::Done: attempt = std::size(TrustCapacities); break;
        case Outcome::TooManyEvents: ++attempt; break;
        case Outcome::SymmetryBroken: plan = without_symmetry(std::move(plan), obstacle_); break;
      }
    }
    judge_requirements(result);
    result.verdict = verdict_of(result);
    result.loops =
        report_loops(program_, *reduced, plan.reduced.pure_loops, *automata, result.cut_loops);
    result.seconds = seconds_since(start_);
    return result;
  }

 private:
  enum class Outcome : std::uint8_t { Done, TooManyEvents, SymmetryBroken };

  Outcome run_once(const Plan& plan, std::size_t capacity, ProgramAutomata& automata,
                   ExplorationResult& result) {
    RunControl control;
    set_limits(control);
    Judge judge(program_, automata, options_, plan, control, result);
    if (options_.progress) {
      control.set_heartbeat([&] {
        options_.progress({judge.seen(), control.depth(), seconds_since(start_)});
      });
    }
    RunEnd end = RunEnd::Done;
    on_deep_stack(control, [&] {
      end = run_algorithm(plan, *options_.model, capacity, automata, control, judge, result);
    });
    result.stop_reason = control.reason();
    if (end == RunEnd::TooManyEvents) return Outcome::TooManyEvents;
    result.unreached = judge.unreached();
    const auto obstacle = obstacle_to_symmetry(plan, automata, judge);
    if (!obstacle) return Outcome::Done;
    obstacle_ = *obstacle;
    return Outcome::SymmetryBroken;
  }

  void set_limits(RunControl& control) const {
    if (options_.max_seconds) {
      control.set_deadline(start_ + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(*options_.max_seconds)));
    }
    control.set_interrupt_flag(options_.interrupt);
  }

  const Program& program_;
  const ExplorerOptions& options_;
  Clock::time_point start_ = Clock::now();
  ReductionObstacle obstacle_ =
      ReductionObstacle::PlacementMatters;  // to symmetry, where it is broken
};

}  // namespace

ExplorationResult explore(const Program& program, const ExplorerOptions& options) {
  Exploration exploration(program, options);
  Plan plan = make_plan(program, options);
  const std::shared_ptr<const Plan> fallback = plan.fallback;
  ExplorationResult result = exploration.run(std::move(plan));
  const bool has_failed = fallback && result.stop_reason == StopReason::MaxExecutions;
  return has_failed ? exploration.run(*fallback) : result;
}

}  // namespace drover
