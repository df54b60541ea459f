#include "api/drover.h"

#include <atomic>

#include "explorer/algorithms/execution.h"
#include "explorer/explore.h"
#include "explorer/graph/text_printer.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/program_features.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "support/version.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::api {

std::string_view version() { return drover::version(); }

// ---- Loading

struct Program::Content {
  input::Subject subject;

  [[nodiscard]] const drover::Program& program() const { return *subject.program; }
};

const std::string& Program::name() const { return content_->subject.path; }
const std::string& Program::default_model() const { return content_->subject.default_model; }

std::vector<std::string> Program::threads() const {
  std::vector<std::string> names;
  for (const Thread& thread : content_->program().threads) names.push_back(thread.name);
  return names;
}

namespace {

Loaded loaded(input::Subject subject) {
  Loaded out;
  out.messages = subject.complaints(Colour::Off);
  for (const drover::Diagnostic& each : subject.sink.sorted()) {
    const bool is_error = each.severity() == drover::Severity::Error;
    out.diagnostics.push_back({.severity = is_error ? Severity::Error : Severity::Warning,
                               .file = subject.path,
                               .line = each.range.line,
                               .column = each.range.column,
                               .message = each.message(),
                               .hint = each.hint});
  }
  if (subject.program == nullptr) return out;
  out.program =
      Program(std::make_shared<const Program::Content>(Program::Content{std::move(subject)}));
  return out;
}

input::SubjectOptions with(const Constants& constants) {
  input::SubjectOptions options;
  for (const auto& [name, value] : constants) options.constants.push_back({name, value});
  return options;
}

}  // namespace

Loaded load_file(const std::string& path, const Constants& constants) {
  return loaded(input::read_subject(path, with(constants)));
}

Loaded load_text(const std::string& name, const std::string& text, const Constants& constants) {
  return loaded(input::read_subject_text(SourceBuffer::from_text(name, text), with(constants)));
}

// ---- Executions

struct Execution::Content {
  const drover::Execution& execution;
  const GraphNames& names;
};

namespace {

EventKind kind_of(LabelKind kind) {
  switch (kind) {
    case LabelKind::Write: return EventKind::Write;
    case LabelKind::Fence: return EventKind::Fence;
    case LabelKind::Alloc: return EventKind::Allocate;
    case LabelKind::Free: return EventKind::Free;
    case LabelKind::Call:
    case LabelKind::Mark: return EventKind::Call;
    default: return EventKind::Read;
  }
}

EventPlace place_of(const ExecutionGraph& graph, EventId id) {
  const drover::Event& event = graph.event(id);
  if (!event.is_initial()) return {event.thread.value, event.index, false};
  std::size_t position = 0;
  for (const LocationId location : graph.locations()) {
    if (location.value == event.index) break;
    ++position;
  }
  return {0, position, true};
}

Event event_of(const ExecutionGraph& graph, const GraphNames& names, const drover::Event& event) {
  Event out;
  out.kind = kind_of(event.label.kind);
  out.text = describe_event(event, names);
  out.mode = shown_mode(event.label, names);
  if (event.label.is_access()) out.location = names.location(event.label.location);
  out.value = event.value;
  out.is_update = event.is_exclusive_read || event.label.is_exclusive_write;
  out.line = event.label.source.line;
  if (!event.reads_from.is_none()) out.reads_from = place_of(graph, event.reads_from);
  return out;
}

}  // namespace

ExecutionEnd Execution::end() const {
  ExecutionEnd end = ExecutionEnd::Complete;
  for (const ThreadEnd each : content_.execution.ends) {
    if (each == ThreadEnd::Error) return ExecutionEnd::Failed;
    if (each == ThreadEnd::Cut) end = ExecutionEnd::Cut;
    const bool is_stuck = each == ThreadEnd::Blocked || each == ThreadEnd::StuckAtAwait ||
                          each == ThreadEnd::StuckAtJoin;
    if (is_stuck && end == ExecutionEnd::Complete) end = ExecutionEnd::Blocked;
  }
  return end;
}

std::vector<std::string> Execution::threads() const { return content_.names.threads; }

std::vector<Event> Execution::events(std::size_t thread) const {
  const ExecutionGraph& graph = content_.execution.graph();
  std::vector<Event> events;
  if (thread >= graph.thread_count()) return events;
  for (const EventId id : graph.events_of(ThreadId(thread))) {
    events.push_back(event_of(graph, content_.names, graph.event(id)));
  }
  return events;
}

std::vector<LocationOrder> Execution::locations() const {
  const ExecutionGraph& graph = content_.execution.graph();
  std::vector<LocationOrder> orders;
  for (const LocationId location : graph.locations()) {
    LocationOrder& order = orders.emplace_back();
    order.location = content_.names.location(location);
    for (const EventId write : graph.coherence(location)) {
      order.writes.push_back(place_of(graph, write));
    }
  }
  return orders;
}

std::string Execution::text() const {
  return print_text(content_.execution.graph(), content_.names);
}

// ---- Checking

namespace {

Report refused(std::string complaint) {
  Report report;
  report.complaint = std::move(complaint);
  return report;
}

Verdict verdict_of(drover::Verdict verdict) {
  switch (verdict) {
    case drover::Verdict::Safe: return Verdict::Safe;
    case drover::Verdict::Vacuous: return Verdict::Vacuous;
    case drover::Verdict::Violation: return Verdict::Violation;
    case drover::Verdict::Incomplete: return Verdict::Incomplete;
  }
  return Verdict::Incomplete;
}

Error error_of(const ReportedError& error, const GraphNames& names) {
  return {.kind = std::string(error_kind_name(error.kind)),
          .message = words::error_text(error),
          .thread = error.place.thread,
          .line = error.place.source.line,
          .column = error.place.source.column,
          .execution = print_text(error.graph, names, words::event_remarks(error))};
}

// Returns the one condition of a litmus test, which is herd's and not the program's.
Condition condition_of(const litmus::LitmusTest& test, const ExplorationResult& result) {
  // The report's errors include faults.
  const litmus::LitmusVerdict verdict = litmus::judge(test, result);
  return {.kind = std::string(litmus::quantifier_name(test.condition.quantifier)),
          .text = litmus::proposition_text(test.condition.proposition),
          .holds = verdict.holds(test.condition.quantifier),
          .witnesses = verdict.satisfying};
}

std::vector<Condition> conditions_of(const Program::Content& content,
                                     const ExplorationResult& result) {
  if (content.subject.is_litmus()) return {condition_of(*content.subject.test(), result)};
  std::vector<Condition> conditions;
  for (const ConditionResult& each : result.conditions) {
    conditions.push_back({.kind = std::string(words::condition_word(*each.condition)),
                          .text = each.condition->text,
                          .holds = each.holds(),
                          .witnesses = each.witnesses});
  }
  return conditions;
}

Report report_of(const Program::Content& content, const ExplorationResult& result) {
  Report report;
  report.verdict = verdict_of(result.verdict);
  report.algorithm = result.algorithm;
  report.executions = result.executions;
  report.blocked = result.blocked;
  report.seconds = result.seconds;
  for (const ReportedError& error : result.errors) {
    report.errors.push_back(error_of(error, result.names));
  }
  report.conditions = conditions_of(content, result);
  for (const auto& [values, count] : result.outcomes) {
    Outcome& outcome = report.outcomes.emplace_back();
    outcome.executions = count;
    for (std::size_t i = 0; i < values.size(); ++i) {
      outcome.state.emplace_back(content.program().observables[i].name, values[i]);
    }
  }
  return report;
}

ExplorerOptions explorer_options(const Program::Content& content, const Options& options,
                                 const MemoryModel& model, AlgorithmKind algorithm) {
  ExplorerOptions out;
  out.model = &model;
  out.algorithm = algorithm;
  out.unfold.unroll = options.unroll.value_or(content.subject.unroll);
  out.reductions = options.reductions ? ReductionSet::all() : ReductionSet::none();
  out.after_error = options.all_errors ? AfterError::GoOn : AfterError::Stop;
  out.max_seconds = options.max_seconds;
  out.max_executions = options.max_executions;
  return out;
}

}  // namespace

Report check(const Program& program, const Options& options) {
  const Program::Content& content = program.content();
  const std::string name = options.model.empty() ? content.subject.default_model : options.model;
  const input::LoadedModel loaded = input::load_model(name, Colour::Off);
  if (!loaded.model) {
    return refused(loaded.complaints.empty() ? format("there is no model `{}`", name)
                                             : loaded.complaints);
  }
  const input::FittedModel fitted = input::fit_model(loaded.model, kind_of(content.program()));
  if (!fitted.model) return refused(fitted.complaint);
  const auto algorithm = find_algorithm(options.algorithm);
  if (!algorithm) return refused(format("there is no algorithm `{}`", options.algorithm));
  if (const auto misfit = find_misfit(*algorithm, *fitted.model)) {
    return refused(words::misfit_text(*misfit));
  }

  ExplorerOptions run = explorer_options(content, options, *fitted.model, *algorithm);
  std::atomic<bool> is_enough{false};
  const GraphNames* names = nullptr;
  run.on_start = [&](const GraphNames& known) {
    if (names != nullptr && options.on_restart) options.on_restart();
    names = &known;
  };
  if (options.on_execution) {
    run.interrupt = &is_enough;
    run.on_execution = [&](const drover::Execution& execution) {
      if (is_enough.load(std::memory_order_relaxed)) return;
      const Execution::Content shown{execution, *names};
      if (!options.on_execution(Execution(shown))) is_enough.store(true, std::memory_order_relaxed);
    };
  }
  Report report = report_of(content, explore(content.program(), run));
  if (const auto complaint = fitted.model->complaint()) return refused(*complaint);
  report.model = name;
  return report;
}

}  // namespace drover::api
