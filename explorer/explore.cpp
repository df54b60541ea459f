#include "explorer/explore.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <random>
#include <set>
#include <unordered_set>
#include <utility>
#include <variant>

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
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/next_plan.h"
#include "explorer/plan/plan.h"
#include "explorer/plan/plan_search.h"
#include "explorer/plan/program_features.h"
#include "semantics/passes/cut_cells.h"
#include "support/check.h"

namespace drover {

namespace {

using Clock = RunControl::Clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// `require exists`: only a whole exploration can show that no final state satisfies it.
void judge_requirements(ExplorationResult& result) {
  if (result.is_partial()) return;
  for (const ConditionResult& each : result.conditions) {
    const Condition& condition = *each.condition;
    if (!condition.is_required || each.witnesses > 0) continue;
    result.errors.push_back({.kind = ErrorKind::Condition,
                             .fact = {FactKind::RequiredNotReached,
                                      {std::to_string(result.executions), condition.text}},
                             .place = {condition.source, "", {FactKind::RequiredHere}}});
  }
}

Verdict verdict_of(const ExplorationResult& result) {
  const auto is_violation = [](const ReportedError& each) {
    return Violations.contains(each.kind);
  };
  if (std::ranges::any_of(result.errors, is_violation)) return Verdict::Violation;
  if (result.is_partial() || result.has_unchecked_histories) return Verdict::Incomplete;
  const bool is_vacuous =
      (result.executions == 0 && (result.blocked > 0 || !result.sample)) || result.has_reached_none;
  return is_vacuous ? Verdict::Vacuous : Verdict::Safe;
}

// Returns a result with the parts that describe the plan.
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

// Follows random paths and judges their ends. A short-lived worker.
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
    if (sampling.max_seconds) control_.set_time_limit(*sampling.max_seconds);
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
    if (known_.insert(hash_graph(execution.graph(), coherence, OrderPart::LeftOut)).second) {
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
  bool is_at_leaf_ = false;  // the current path reached an execution
  std::unordered_set<GraphHash> known_;
};

class Exploration {
 public:
  Exploration(const Program& program, const ExplorerOptions& options)
      : program_(program), options_(options) {}

  std::optional<ExplorationResult> sample(const Plan& first, const SampleOptions& sampling) const {
    const Plan plan = plan_for_one_run(first);
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

  // Runs the plan, or a more cautious one if that turns out to be needed.
  ExplorationResult run(Plan plan) const {
    ExplorationState state = whole_exploration();
    const ExplorationState* const resume = options_.resume;
    if (resume != nullptr && (!resume->is_fallback || plan.fallback != nullptr)) {
      state = *resume;
      plan = reached_plan(std::move(plan), state.is_fallback, state.obstacle);
    }
    for (;;) {
      auto ended = attempt(plan, std::move(state));
      if (auto* result = std::get_if<ExplorationResult>(&ended)) return std::move(*result);
      plan = next_plan(std::move(plan), std::get<VoidReason>(ended));
      state = whole_exploration();
    }
  }

  // Runs this plan alone. Returns the reason if the run does not count.
  std::variant<ExplorationResult, VoidReason> attempt(const Plan& plan,
                                                      ExplorationState state) const {
    const auto reduced = std::make_shared<const Program>(plan.reduced.program);
    const auto automata = std::make_shared<ProgramAutomata>(*reduced, plan.unfold);
    ExplorationResult result = begin(plan, reduced, automata);
    const ExplorerOptions options = with_time_left();
    CrewReport report = Crew(program_, plan, options, *automata).run(std::move(state));
    const std::optional<VoidReason> reason = void_reason(plan, report.findings, report.reason);
    // A part cannot restart the whole run: the process that merges all parts checks this.
    const bool may_start_again =
        options_.parts == PartsKept::Together || reason == VoidReason::TrialFailed;
    if (reason && may_start_again) return *reason;
    settle(plan, report, automata, result);
    result.left = std::make_shared<const ExplorationState>(std::move(report.left));
    return result;
  }

 private:
  [[nodiscard]] ExplorationResult begin(const Plan& plan,
                                        const std::shared_ptr<const Program>& reduced,
                                        const std::shared_ptr<ProgramAutomata>& automata) const {
    ExplorationResult result = result_of(plan, program_);
    result.program = reduced;
    set_automata(plan, automata, result);
    if (options_.on_start) options_.on_start(result.names);
    return result;
  }

  // The time limit covers all runs of this exploration together.
  [[nodiscard]] ExplorerOptions with_time_left() const {
    ExplorerOptions options = options_;
    if (options.max_seconds) {
      options.max_seconds = std::max(0.0, *options.max_seconds - seconds_since(start_));
    }
    return options;
  }

  static void set_automata(const Plan& plan, const std::shared_ptr<ProgramAutomata>& automata,
                           ExplorationResult& result) {
    result.automata = automata;
    result.names = names_of(automata);
    result.stops = std::make_shared<StopFinder>(*automata, plan.reduced, plan.unfold);
  }

  void settle(const Plan& plan, const CrewReport& report,
              const std::shared_ptr<ProgramAutomata>& automata, ExplorationResult& result) const {
    // An observer of executions keeps their automata. Otherwise new ones are made: the numbers of
    // locations, which affect the order of lines, depend on which worker explored what.
    // Which access finds a cut missing depends on their order, too.
    const bool is_told = options_.on_execution || options_.on_final_state || options_.on_start;
    result.missing_cuts = automata->locations().missing_cuts();
    const auto reporting = is_told || !result.missing_cuts.is_empty()
                               ? automata
                               : std::make_shared<ProgramAutomata>(*result.program, plan.unfold);
    set_automata(plan, reporting, result);
    const bool is_good = fill_in(report.findings, *reporting, result);
    DROVER_CHECK(is_good, "findings are of the program that was explored");
    // A part or a sample that does not count is shown as it is.
    result.stop_reason = report.reason == StopReason::Void ? StopReason::FirstError : report.reason;
    const AssertionCoverage assertions(program_, *reporting, plan);
    result.unreached = assertions.unreached(report.findings.reached);
    result.has_reached_none = assertions.has_reached_none(report.findings.reached);
    judge_requirements(result);
    result.verdict = verdict_of(result);
    result.loops = report_loops(program_, plan.reduced.program, plan.reduced.pure_loops,
                                report.findings.iterations, result.cut_loops);
    if (result.stop_reason == StopReason::FirstError) {
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

namespace {

ExplorationResult explore_uncut(const Program& program, const ExplorerOptions& given) {
  const ExplorerOptions options = fitted(given, program);
  const Exploration exploration(program, options);
  return exploration.run(make_plan(program, options));
}

}  // namespace

// A program of C whose accesses overlap in part is cut there, as far as the run has come, and
// explored again. Each run finds further cuts, at most one for each byte of each access.
ExplorationResult explore(const Program& program, const ExplorerOptions& given) {
  const Clock::time_point start = Clock::now();
  const bool is_whole = given.parts == PartsKept::Together && given.cluster == nullptr &&
                        given.resume == nullptr && given.checkpoint == nullptr;
  // An observer that saw executions of another program must be told.
  const bool is_told = given.on_execution || given.on_final_state;
  if (!is_whole || (is_told && !given.on_start)) return explore_uncut(program, given);
  ExplorerOptions options = given;
  // A run in which a cut is missing will be repeated: it need not go on.
  if (!is_told && given.after_error == AfterError::Stop) {
    options.stops_at.insert(ErrorKind::Unsupported);
  }
  ExplorationResult result = explore_uncut(program, options);
  std::shared_ptr<const Program> cut;
  CellCuts cuts;
  for (;;) {
    if (cuts.add(result.missing_cuts)) {
      cut = std::make_shared<const Program>(passes::cut_cells(program, cuts));
    } else if (options.stops_at != given.stops_at && result.reaches_unsupported()) {
      options.stops_at = given.stops_at;
    } else {
      return result;
    }
    if (given.max_seconds) {
      options.max_seconds = std::max(0.0, *given.max_seconds - seconds_since(start));
    }
    result = explore_uncut(cut ? *cut : program, options);
    result.cut_program = cut;
    result.seconds = seconds_since(start);
  }
}

std::shared_ptr<const Program> with_found_cuts(std::shared_ptr<const Program> program,
                                               ExplorerOptions options) {
  if (!program->is_c) return program;
  constexpr double MaxSeconds = 5;
  options.after_error = AfterError::GoOn;
  options.max_seconds = std::min(options.max_seconds.value_or(MaxSeconds), MaxSeconds);
  const ExplorationResult result = explore(*program, options);
  return result.cut_program ? result.cut_program : program;
}

namespace {

// True if atomic accesses of the program have several sizes.
bool may_mix_atomics(const Program& program) {
  std::set<Value> sizes;
  for (const std::vector<Thread>* all : {&program.threads, &program.routines}) {
    for (const Thread& thread : *all) {
      for (const Instruction& each : thread.code) {
        std::visit(
            [&](const auto& i) {
              if constexpr (requires { i.site; }) {
                const ExpressionNode& address = thread.expressions[i.address];
                // Others are those of the types.
                const bool has_size = address.op == Operator::Guard;
                if (i.site.is_atomic) sizes.insert(has_size ? address.value : 0);
              }
            },
            each.body);
      }
    }
  }
  return sizes.size() > 1;
}

}  // namespace

std::optional<Refusal> find_refusal_of_cut(const Program& program, const ExplorerOptions& options) {
  const std::optional<Refusal> refusal = find_refusal(program, options);
  if (!refusal || !program.is_c || !may_mix_atomics(program)) return refusal;
  constexpr double MaxSeconds = 2;
  ExplorerOptions looking;
  looking.model = find_model("sc");  // which is explored fast
  looking.unfold = options.unfold;
  looking.reductions = options.reductions;
  looking.max_seconds = MaxSeconds;
  looking.interrupt = options.interrupt;
  const ExplorationResult found = explore(program, looking);
  if (found.cut_program == nullptr) return refusal;
  return find_refusal(*found.cut_program, fitted(options, *found.cut_program));
}

void help_explore(const Program& program, const ExplorerOptions& given) {
  const ExplorerOptions options = fitted(given, program);
  ExplorerOptions own = options;
  own.max_seconds.reset();
  own.interrupt = nullptr;
  own.checkpoint = nullptr;
  own.progress = nullptr;
  while (const std::optional<cluster::Round> round = cluster::next_round(*options.cluster)) {
    const Plan plan =
        reached_plan(make_plan(program, options), round->is_fallback, round->obstacle);
    ProgramAutomata automata(plan.reduced.program, plan.unfold);
    cluster::Outpost outpost(*options.cluster);
    outpost.leave(Crew(program, plan, own, automata).run_at(outpost));
  }
}

std::optional<ExplorationResult> sample_executions(const Program& program,
                                                   const ExplorerOptions& given,
                                                   const SampleOptions& sampling) {
  const ExplorerOptions options = fitted(given, program);
  return Exploration(program, options).sample(make_divisible_plan(program, options), sampling);
}

bool can_be_sampled(const Program& program, const ExplorerOptions& given) {
  const ExplorerOptions options = fitted(given, program);
  return make_divisible_plan(program, options).algorithm == AlgorithmKind::Spore;
}

std::optional<ExplorationState> split_exploration(const Program& program,
                                                  const ExplorerOptions& given, std::size_t parts) {
  const ExplorerOptions options = fitted(given, program);
  Plan plan = make_plan(program, options);
  // Parts cannot restart.
  if (plan.unfold.failures == FailedComputations::AreNoted) plan = Plan(*plan.fallback);
  // A trial fails after a number of executions that parts cannot know: it is made here.
  if (plan.is_trial_of_size()) {
    auto trial = Exploration(program, options).attempt(plan, whole_exploration());
    if (const auto* result = std::get_if<ExplorationResult>(&trial)) return *result->left;
    plan = next_plan(std::move(plan), std::get<VoidReason>(trial));
  }
  if (!is_splittable(plan.algorithm)) return std::nullopt;
  ProgramAutomata automata(plan.reduced.program, plan.unfold);
  return Crew(program, plan, options, automata).split(whole_exploration(), parts);
}

}  // namespace drover
