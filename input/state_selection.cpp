#include "input/state_selection.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "input/outcome_argument.h"
#include "litmus/proposition.h"
#include "semantics/automaton/interpreter.h"
#include "support/format.h"

namespace drover::input {

namespace {

// True if a text has no errors, apart from warnings that count as errors.
bool is_sound(const Subject& subject) {
  const std::vector<Diagnostic>& all = subject.sink.diagnostics();
  const auto is_error = [](const Diagnostic& each) {
    return severity_of(each.kind) == Severity::Error;
  };
  return subject.program != nullptr || (subject.source && std::ranges::none_of(all, is_error));
}

// Replaces the subject by a subject with the outcome in its text.
void put_outcome(StateSelection& selection, const SubjectOptions& options,
                 const AskedOutcome& outcome, Colour colour) {
  OutcomeArgument argument(outcome.option, outcome.text);
  if (const std::optional<std::string> refusal = argument.refusal()) {
    selection.complaints += *refusal;
    selection.subject.program = nullptr;
    return;
  }
  selection.subject = argument.put_into(selection.subject, options);
  Subject& subject = selection.subject;
  // Replaces the diagnostics: the outcome may use registers reported as unused.
  selection.complaints.clear();
  argument.diagnostics_of(subject, colour, selection.complaints);
  selection.complaints += subject.notes;
  if (subject.sink.has_errors()) subject.program = nullptr;
}

StatePredicate last_condition(const Program& program) {
  return [pool = program.condition_expressions,
          expression = program.conditions.back().expression](std::span<const Value> state) {
    const Evaluation verdict = evaluate(pool, expression, {}, state);
    return !verdict.faulted && verdict.value != 0;
  };
}

void select_of_core(StateSelection& selection, bool has_outcome) {
  const Program& program = *selection.subject.program;
  selection.is_selected = [](std::span<const Value>) { return true; };
  if (has_outcome) {
    selection.is_selected = last_condition(program);
  } else if (!program.conditions.empty()) {
    selection.is_witness = last_condition(program);
  }
}

void select_of_litmus(StateSelection& selection, bool has_outcome) {
  const std::shared_ptr<const litmus::LitmusTest> test =
      std::get<LitmusReading>(selection.subject.reading).test;
  selection.is_selected = [test, has_outcome](std::span<const Value> state) {
    const litmus::FinalCondition& condition = test->condition;
    if (condition.filter && !litmus::holds(*condition.filter, state)) return false;
    return !has_outcome || litmus::holds(condition.proposition, state);
  };
  if (has_outcome) return;
  selection.is_witness = [test](std::span<const Value> state) {
    return litmus::holds(test->condition.proposition, state);
  };
}

}  // namespace

StateSelection read_selection(const std::string& path, const SubjectOptions& options,
                              const AskedOutcome& outcome, Colour colour) {
  StateSelection selection;
  selection.subject = read_subject(path, options);
  selection.complaints = selection.subject.complaints(colour);
  const bool has_outcome = !outcome.text.empty();
  if (selection.subject.kind() == SubjectKind::C && has_outcome) {
    selection.subject.program = nullptr;
    selection.complaints += format("drover: {}: {}: {}\n", path, outcome.option, NoOutcomesOfC);
    return selection;
  }
  if (is_sound(selection.subject) && has_outcome) put_outcome(selection, options, outcome, colour);
  if (!selection.subject.program) return selection;
  switch (selection.subject.kind()) {
    case SubjectKind::C:
    case SubjectKind::Core: select_of_core(selection, has_outcome); break;
    case SubjectKind::Litmus: select_of_litmus(selection, has_outcome); break;
  }
  return selection;
}

}  // namespace drover::input
