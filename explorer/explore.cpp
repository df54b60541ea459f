#include "explorer/explore.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <unordered_set>
#include <utility>

#include "explorer/crew/crew.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/crew/outpost.h"
#include "explorer/findings/assertion_coverage.h"
#include "explorer/findings/findings.h"
#include "explorer/findings/judge.h"
#include "explorer/findings/loop_report.h"
#include "explorer/findings/program_names.h"
#include "explorer/findings/stop_finder.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/plan.h"
#include "explorer/plan/plan_search.h"
#include "explorer/plan/program_features.h"
#include "explorer/sampling.h"
#include "support/check.h"

namespace drover {

namespace {

using Clock = RunControl::Clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
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
    result.errors.push_back({.kind = ErrorKind::Condition,
                             .fact = {FactKind::RequiredNotReached,
                                      {std::to_string(result.executions), condition.text}},
                             .place = {condition.source, "", {FactKind::RequiredHere}},
                             .graph = ExecutionGraph({})});  // there is no execution to show
  }
}

Verdict verdict_of(const ExplorationResult& result) {
  if (!result.errors.empty()) return Verdict::Violation;
  if (is_partial(result)) return Verdict::Incomplete;
  const bool is_vacuous =
      (result.executions == 0 && (result.blocked > 0 || !result.sample)) || result.has_reached_none;
  return is_vacuous ? Verdict::Vacuous : Verdict::Safe;
}

// Why symmetric threads must not be explored as one after all, if so.
std::optional<ReductionObstacle> obstacle_to_symmetry(const Plan& plan, const Findings& findings) {
  if (findings.has_doubtful_help) return ReductionObstacle::HelpInDoubt;
  if (plan.trust.symmetric.empty()) return std::nullopt;
  if (findings.has_causal_cycle) return ReductionObstacle::CausalCycle;
  // That a parent joins all that it spawns is concluded from the number of its joins
  // (spawn_symmetry.h).
  const bool is_misused = std::ranges::any_of(findings.errors, [](const auto& error) {
    return std::get<0>(error.first) == ErrorKind::Thread;
  });
  if (is_misused) return ReductionObstacle::ThreadsMisused;
  return findings.depends_on_placement ? std::optional(ReductionObstacle::PlacementMatters)
                                       : std::nullopt;
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
  result.reduction_uses = plan.reduction_uses;
  result.remarks = plan.remarks;
  result.may_repeat = plan.may_repeat;
  if (plan.counts_duplicates) result.duplicates = 0;
  return result;
}

// Goes along random paths, and looks at where they lead. A short-lived worker.
class Sampler : public ExecutionObserver {
 public:
  Sampler(const Program& program, const Plan& plan, const ExplorerOptions& options,
          const std::shared_ptr<ProgramAutomata>& automata)
      : plan_(plan),
        options_(options),
        automata_(automata),
        judge_(program, *automata, options, plan, names_of(automata), control_) {
    control_.set_interrupt_flag(options.interrupt);
  }

  std::optional<CrewReport> run(const SampleOptions& sampling) {
    const Clock::time_point start = Clock::now();
    if (sampling.max_seconds) {
      control_.set_deadline(start + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(*sampling.max_seconds)));
    }
    judge_.start({});
    for (std::uint32_t width = 0; has_width(plan_.algorithm, width); ++width) {
      control_.restart();
      const auto search = make_search(plan_, *options_.model, width, *automata_, control_, *this);
      while (summary_.samples < sampling.samples && !control_.has_stopped()) {
        summary_.seed = sampling.seed + summary_.samples;
        std::mt19937_64 random(summary_.seed);
        is_at_leaf_ = false;
        if (!search->sample(random)) return std::nullopt;
        // A path that was cut short does not count.
        if (is_at_leaf_ || !control_.has_stopped()) ++summary_.samples;
      }
      if (control_.reason() != StopReason::TooManyEvents) break;
    }
    CrewReport report;
    report.findings = judge_.finish();
    report.reason = control_.has_stopped() ? control_.reason() : StopReason::Sampled;
    if (report.reason == StopReason::MaxTime) report.reason = StopReason::Sampled;
    return report;
  }

  [[nodiscard]] SampleSummary summary() const {
    SampleSummary summary = summary_;
    summary.distinct = known_.size();
    return summary;
  }

  void on_execution(const Execution& execution) override {
    is_at_leaf_ = true;
    const CoherencePart coherence =
        options_.model->has_coherence() ? CoherencePart::Included : CoherencePart::LeftOut;
    if (known_.insert(hash_graph(execution.graph(), coherence)).second) {
      judge_.on_execution(execution);
    }
  }

 private:
  const Plan& plan_;
  const ExplorerOptions& options_;
  std::shared_ptr<ProgramAutomata> automata_;
  RunControl control_;
  Judge judge_;
  SampleSummary summary_;
  bool is_at_leaf_ = false;  // the current path came to an execution
  std::unordered_set<GraphHash> known_;
};

// With the model as it is for such programs. (If it cannot be fitted, that has been reported.)
ExplorerOptions fitted(ExplorerOptions options, const Program& program) {
  if (options.model == nullptr) return options;
  const ProgramKind kind{program.architecture};
  if (const MemoryModel* model = options.model->fitted(kind)) options.model = model;
  return options;
}

// Runs plans for one program.
class Exploration {
 public:
  Exploration(const Program& program, const ExplorerOptions& options)
      : program_(program), options_(options) {}

  // Random paths; nothing if the search has none.
  std::optional<ExplorationResult> sample(Plan plan, const SampleOptions& sampling) const {
    // It does not start again.
    plan.trust.given_up_help = trust::GivenUpHelp::Stays;
    plan.trust.over_graphs = trust::OverGraphs::Explored;
    const auto reduced = std::make_shared<const Program>(plan.reduced.program);
    const auto automata = std::make_shared<ProgramAutomata>(*reduced, plan.unfold);
    ExplorationResult result = begin(plan, reduced, automata);
    Sampler sampler(program_, plan, options_, automata);
    std::optional<CrewReport> report = sampler.run(sampling);
    if (!report) return std::nullopt;
    settle(plan, *report, automata, result);
    result.sample = sampler.summary();
    return result;
  }

  // `is_fallback`: of a plan whose trial has failed.
  ExplorationResult run(Plan plan, bool is_fallback) {
    const auto reduced = std::make_shared<const Program>(plan.reduced.program);
    const auto automata = std::make_shared<ProgramAutomata>(*reduced, plan.unfold);
    ExplorationState state = whole_exploration();
    if (options_.resume != nullptr && options_.resume->is_fallback == is_fallback) {
      state = *options_.resume;
      if (state.obstacle) plan = without_symmetry(std::move(plan), *state.obstacle);
    }
    for (;;) {
      ExplorationResult result = begin(plan, reduced, automata);
      const std::optional<ReductionObstacle> known = state.obstacle;
      CrewReport report = run_crew(plan, is_fallback, *automata, std::move(state));
      if (report.findings.has_failed_computation) return run(Plan(*plan.fallback), true);
      const auto obstacle = obstacle_to_symmetry(plan, report.findings);
      // A part cannot start all of them again: who has all parts will see it.
      if (!obstacle || options_.parts == PartsKept::Apart) {
        report.left.is_fallback = is_fallback;
        report.left.obstacle = known;
        settle(plan, report, automata, result);
        result.left = std::make_shared<const ExplorationState>(std::move(report.left));
        return result;
      }
      plan = without_symmetry(std::move(plan), *obstacle);
      state = whole_exploration();
      state.obstacle = obstacle;
    }
  }

 private:
  ExplorationResult begin(const Plan& plan, const std::shared_ptr<const Program>& reduced,
                          const std::shared_ptr<ProgramAutomata>& automata) const {
    ExplorationResult result = result_of(plan, program_);
    result.program = reduced;
    set_automata(plan, automata, result);
    if (options_.on_start) options_.on_start(result.names);
    return result;
  }

  CrewReport run_crew(const Plan& plan, bool is_fallback, ProgramAutomata& automata,
                      ExplorationState state) const {
    ExplorerOptions options = options_;
    if (options.max_seconds) {  // for all that is run, one after the other
      const std::chrono::duration<double> gone = Clock::now() - start_;
      options.max_seconds = std::max(0.0, *options.max_seconds - gone.count());
    }
    Checkpointing checkpoint;
    if (options_.checkpoint != nullptr) {
      checkpoint.every_seconds = options_.checkpoint->every_seconds;
      checkpoint.write = [this, is_fallback, obstacle = state.obstacle](ExplorationState now) {
        now.is_fallback = is_fallback;
        now.obstacle = obstacle;
        options_.checkpoint->write(now);
      };
      options.checkpoint = &checkpoint;
    }
    state.is_fallback = is_fallback;
    return Crew(program_, plan, options, automata).run(std::move(state));
  }

  static void set_automata(const Plan& plan, const std::shared_ptr<ProgramAutomata>& automata,
                           ExplorationResult& result) {
    result.automata = automata;
    result.names = names_of(automata);
    result.stops = std::make_shared<StopFinder>(*automata, plan.reduced, plan.unfold);
  }

  void settle(const Plan& plan, const CrewReport& report,
              const std::shared_ptr<ProgramAutomata>& automata, ExplorationResult& result) const {
    // An observer of executions keeps the automata that they belong to. For others there are new
    // ones: the numbers of locations, which show in the order of lines, depend on who explored
    // what.
    const bool is_told = options_.on_execution || options_.on_final_state || options_.on_start;
    const auto reporting =
        is_told ? automata : std::make_shared<ProgramAutomata>(*result.program, plan.unfold);
    set_automata(plan, reporting, result);
    const bool is_good = fill_in(report.findings, *reporting, result);
    DROVER_CHECK(is_good, "findings are of the program that was explored");
    result.stop_reason = report.reason;
    const AssertionCoverage assertions(program_, *reporting, plan);
    result.unreached = assertions.unreached(report.findings.reached);
    result.has_reached_none = assertions.has_reached_none(report.findings.reached);
    judge_requirements(result);
    result.verdict = verdict_of(result);
    result.loops = report_loops(program_, plan.reduced.program, plan.reduced.pure_loops,
                                report.findings.iterations, result.cut_loops);
    if (report.reason == StopReason::FirstError) {
      for (LoopReport& loop : result.loops) loop.iterations.reset();
    }
    result.seconds = seconds_since(start_);
    result.events_of_workers = report.events_of_workers;
    result.items_given = report.items_given;
  }

  const Program& program_;
  const ExplorerOptions& options_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

ExplorationResult explore(const Program& program, const ExplorerOptions& given) {
  const ExplorerOptions options = fitted(given, program);
  Exploration exploration(program, options);
  Plan plan = make_plan(program, options);
  if (!plan.is_trial_of_size()) return exploration.run(std::move(plan), false);
  const std::shared_ptr<const Plan> fallback = plan.fallback;
  const bool is_past_trial = options.resume != nullptr && options.resume->is_fallback;
  if (is_past_trial) return exploration.run(*fallback, true);
  ExplorationResult result = exploration.run(std::move(plan), false);
  const bool has_failed = result.stop_reason == StopReason::MaxExecutions;
  return has_failed ? exploration.run(*fallback, true) : result;
}

void help_explore(const Program& program, const ExplorerOptions& given) {
  const ExplorerOptions options = fitted(given, program);
  ExplorerOptions own = options;
  own.max_seconds.reset();
  own.interrupt = nullptr;
  own.checkpoint = nullptr;
  own.progress = nullptr;
  while (const std::optional<cluster::Round> round = cluster::next_round(*options.cluster)) {
    Plan plan = make_plan(program, options);
    if (round->is_fallback) plan = Plan(*plan.fallback);
    if (round->obstacle) plan = without_symmetry(std::move(plan), *round->obstacle);
    ProgramAutomata automata(plan.reduced.program, plan.unfold);
    cluster::Outpost outpost(*options.cluster);
    outpost.leave(Crew(program, plan, own, automata).run_at(outpost));
  }
}

std::optional<ExplorationResult> sample_executions(const Program& program,
                                                   const ExplorerOptions& options,
                                                   const SampleOptions& sampling) {
  return Exploration(program, options).sample(make_divisible_plan(program, options), sampling);
}

bool can_be_sampled(const Program& program, const ExplorerOptions& options) {
  return make_divisible_plan(program, options).algorithm == AlgorithmKind::Spore;
}

std::optional<ExplorationState> split_exploration(const Program& program,
                                                  const ExplorerOptions& given, std::size_t parts) {
  const ExplorerOptions options = fitted(given, program);
  Plan plan = make_plan(program, options);
  // Parts cannot start again.
  if (plan.unfold.failures == FailedComputations::AreNoted) plan = Plan(*plan.fallback);
  // A trial says after how many executions it has failed, which parts cannot know: it is made here.
  const bool is_fallback = plan.is_trial_of_size();
  if (is_fallback) {
    const Plan fallback = *plan.fallback;
    const ExplorationResult trial = Exploration(program, options).run(std::move(plan), false);
    if (trial.stop_reason != StopReason::MaxExecutions) return *trial.left;
    plan = fallback;
  }
  if (!is_splittable(plan.algorithm)) return std::nullopt;
  ProgramAutomata automata(plan.reduced.program, plan.unfold);
  ExplorationState state = Crew(program, plan, options, automata).split(whole_exploration(), parts);
  state.is_fallback = is_fallback;
  return state;
}

}  // namespace drover
