#include "classroom/runs.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include "analysis/explain/candidates.h"
#include "explorer/algorithms/execution.h"
#include "explorer/explore.h"
#include "explorer/graph/text_printer.h"
#include "explorer/plan/program_features.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "words/fact_words.h"

namespace drover::classroom {

namespace {

// Limit in steps of an exploration, counted by its calls of `progress`. It suffices for every
// exercise. An answer that takes more is not judged.
constexpr std::uint64_t MaxSteps = 200'000;

// Stops a run at the end of its budget, independent of time.
class BudgetGuard {
 public:
  explicit BudgetGuard(const Budget& budget) : budget_(budget) {}

  void watch(ExplorerOptions& options) {
    options.max_executions = budget_.executions;
    options.interrupt = &is_over_;
    options.progress = [this](const Progress& progress) {
      if (++steps_ > MaxSteps) limit_ = "too many steps";
      look_at(progress.depth);
    };
  }

  // `events`: of an execution, whole or in progress. A short run reports no progress.
  void look_at(std::size_t events) {
    if (events > budget_.events) {
      limit_ = format("more than {} events in one execution", budget_.events);
    }
    if (!limit_.empty()) is_over_ = true;
  }

  // Returns why a run is incomplete. Empty if complete.
  [[nodiscard]] std::string limit_of(const ExplorationResult& result) const {
    if (!limit_.empty()) return limit_;
    if (result.stop_reason == StopReason::MaxExecutions) {
      return format("more than {} executions", budget_.executions);
    }
    if (result.stop_reason != StopReason::Exhausted) return "the program is too large";
    if (result.cut == 0) return "";
    return "a loop that may go on and on";
  }

 private:
  Budget budget_;
  std::atomic<bool> is_over_ = false;
  std::uint64_t steps_ = 0;
  std::string limit_;
};

void note_outcomes(const Runnable& runnable, const ExplorationResult& result, RunReport& report) {
  if (runnable.subject.test()) {
    const litmus::LitmusVerdict verdict = litmus::judge(*runnable.subject.test(), result);
    report.allowed[runnable.outcomes.front()] = verdict.satisfying > 0;
    report.states = verdict.states.size();
    return;
  }
  report.states = result.outcomes.size();
  for (const auto& [state, count] : result.outcomes) report.final_states.push_back(state);
  const std::size_t first = result.conditions.size() - runnable.outcomes.size();
  for (std::size_t i = 0; i < runnable.outcomes.size(); ++i) {
    report.allowed[runnable.outcomes[i]] = result.conditions[first + i].witnesses > 0;
  }
}

// True if all threads have finished. The final block may have failed.
bool has_ended(const Program& program, const Execution& execution) {
  for (std::size_t i = 0; i < execution.ends.size(); ++i) {
    const bool is_final = program.threads[i].role == ThreadRole::Final;
    if (!is_final && execution.ends[i] != ThreadEnd::Finished) return false;
  }
  return true;
}

bool has_stopped(const Execution& execution) {
  return std::ranges::find(execution.ends, ThreadEnd::Error) != execution.ends.end();
}

// True if a final state of a core program has the outcome of this index.
bool has_outcome(const Runnable& runnable, std::size_t outcome, const std::vector<Value>& state) {
  const Program& program = runnable.code();
  const std::size_t first = program.conditions.size() - runnable.outcomes.size();
  const Evaluation value = evaluate(program.condition_expressions,
                                    program.conditions[first + outcome].expression, {}, state);
  return !value.faulted && value.value != 0;
}

// The report on a program that the model cannot run.
RunReport report_of_misfit(const Runnable& runnable) {
  RunReport report;
  for (const std::string& outcome : runnable.outcomes) report.allowed[outcome] = false;
  report.is_complete = false;
  report.limit = runnable.misfit;
  return report;
}

// Returns the first line of a complaint of the program, without its name.
std::string first_line(std::string_view complaint) {
  constexpr std::string_view Prefix = "drover: ";
  if (complaint.starts_with(Prefix)) complaint.remove_prefix(Prefix.size());
  return std::string(complaint.substr(0, complaint.find('\n')));
}

// Counts executed accesses and fences; an RMW counts once.
std::uint64_t accesses_of(const ExecutionGraph& graph) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Event& event = graph.event(EventId(i));
    const bool counts = event.label.is_access() || event.label.is_fence();
    if (counts && !event.is_initial() && !event.label.is_exclusive_write) ++count;
  }
  return count;
}

}  // namespace

Runnable read_core(const std::string& name, const std::string& text,
                   std::span<const Outcome> outcomes) {
  Runnable out;
  std::string whole = text;
  for (const Outcome& outcome : outcomes) {
    whole += format("\nexists ({});", outcome.expression);
    out.outcomes.push_back(outcome.name);
  }
  out.subject = input::read_subject_text(SourceBuffer::from_text(name, whole + "\n"),
                                         {.as = input::SubjectKind::Core});
  return out;
}

Runnable read_litmus(const std::string& name, const std::string& text) {
  Runnable out;
  out.subject = input::read_subject_text(SourceBuffer::from_text(name, text),
                                         {.as = input::SubjectKind::Litmus});
  if (out.is_readable()) out.outcomes = {out.subject.name};
  return out;
}

Runnable read_runnable(const Exercise& exercise, std::size_t subject, const std::string& text) {
  const Subject& which = exercise.subjects[subject];
  if (which.language == Language::Litmus) {
    Runnable out = read_litmus(which.name, text);
    if (out.is_readable()) out.outcomes = {which.name};
    return out;
  }
  std::vector<Outcome> outcomes;
  std::ranges::copy_if(exercise.outcomes, std::back_inserter(outcomes),
                       [&](const Outcome& each) { return each.subject == subject; });
  return read_core(which.name, text, outcomes);
}

Runnable fitted_to(const Runnable& runnable, const MemoryModel& model) {
  // An alias without an owner: the caller keeps the model.
  const std::shared_ptr<const MemoryModel> asked(std::shared_ptr<const void>(), &model);
  Runnable out = runnable;
  const input::Subject& subject = runnable.subject;
  const input::FittedProgram compiled = input::fit_program(
      subject.program, &*subject.source, std::span(&asked, 1), nullptr, Colour::Off);
  out.misfit = first_line(compiled.complaint);
  if (compiled.program == nullptr) return out;
  out.subject.program = compiled.program;
  const ProgramKind kind = kind_of(*compiled.program);
  if (model.fitted(kind) == nullptr) out.misfit = first_line(input::misfit_lines(model, kind));
  return out;
}

RunReport run(const Runnable& asked, const MemoryModel& given, const Budget& budget,
              RunPurpose purpose) {
  const Runnable runnable = fitted_to(asked, given);
  if (!runnable.misfit.empty()) return report_of_misfit(runnable);
  const MemoryModel& model = *given.fitted(kind_of(runnable.code()));
  ExplorerOptions options;
  if (runnable.subject.test()) options = litmus::herd_options(*runnable.subject.test(), model);
  options.model = &model;
  options.after_error = AfterError::GoOn;
  if (purpose == RunPurpose::Count) options.reductions = ReductionSet::none();
  if (!runnable.subject.test()) options.unfold.unroll = 20;
  RunReport report;
  BudgetGuard guard(budget);
  options.on_execution = [&](const Execution& execution) {
    guard.look_at(execution.graph().size());
    report.accesses = std::max(report.accesses, accesses_of(execution.graph()));
    report.ended += has_ended(runnable.code(), execution) ? 1 : 0;
    report.stopped += has_stopped(execution) ? 1 : 0;
  };
  // By outcome of a core program: the first execution with it.
  std::vector<std::optional<ExecutionGraph>> witnesses(
      runnable.subject.test() ? 0 : runnable.outcomes.size());
  if (!witnesses.empty()) {
    options.on_final_state = [&](const Execution& execution, const std::vector<Value>& state) {
      for (std::size_t i = 0; i < witnesses.size(); ++i) {
        if (!witnesses[i] && has_outcome(runnable, i, state)) witnesses[i] = execution.graph();
      }
    };
  }
  guard.watch(options);
  const ExplorationResult result = explore(runnable.code(), options);
  report.limit = guard.limit_of(result);
  report.is_complete = report.limit.empty();
  report.executions = result.executions;
  note_outcomes(runnable, result, report);
  for (std::size_t i = 0; i < witnesses.size(); ++i) {
    if (!witnesses[i]) continue;
    report.pictures[runnable.outcomes[i]] = print_text(*witnesses[i], result.names);
  }
  for (const ReportedError& error : result.errors) {
    if (error.kind == ErrorKind::Race) report.has_race = true;
    if (!report.error_kind.empty()) continue;
    report.error_kind = error_kind_name(error.kind);
    report.error = error.place.source.line == 0
                       ? words::error_text(error)
                       : format("{}: {}", result.names.places->place(error.place.source),
                                words::error_text(error));
    report.picture = print_text(error.graph, result.names, words::event_remarks(error));
  }
  return report;
}

Candidates candidates_with(const Runnable& asked, const std::string& outcome,
                           const MemoryModel& model, const Budget& budget) {
  constexpr std::size_t MaxGraphs = 64;
  const Runnable runnable = fitted_to(asked, model);
  const Program& program = runnable.code();
  const auto found = std::ranges::find(runnable.outcomes, outcome);
  const auto index = static_cast<std::size_t>(found - runnable.outcomes.begin());
  const std::size_t first = program.conditions.size() - runnable.outcomes.size();
  explain::CandidateSearch search(program, ExplorerOptions().unfold.unroll,
                                  explain::Dependencies::Included);
  Candidates out;
  out.names = *search.names();
  search.run(explain::outcome_of(program, program.conditions[first + index]), std::nullopt,
             {.steps = MaxSteps}, [&](const explain::VisitedCandidate& candidate) {
               out.graphs.push_back(candidate.graph);
               if (out.graphs.size() == std::min<std::uint64_t>(MaxGraphs, budget.executions)) {
                 search.stop();
               }
             });
  return out;
}

}  // namespace drover::classroom
