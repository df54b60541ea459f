#include "cli/draw_input.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/read_program.h"
#include "input/outcome_argument.h"
#include "input/read_test.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "semantics/automaton/interpreter.h"
#include "semantics/lower/lower_ast.h"
#include "support/format.h"

namespace drover::cli {

namespace {

constexpr std::string_view SelectOption = "--select";

std::optional<Program> load_core(const SourceBuffer& source, const DrawCommand& command,
                                 DiagnosticSink& sink) {
  const std::optional<CheckedProgram> checked = read_program(source, command.constants, sink);
  if (!checked) return std::nullopt;
  std::optional<Program> program = lowering::lower(desugar(*checked), source, sink);
  if (program) program->file = command.file;
  return program;
}

// Complaints about the outcome, which was put into the text of the file. What there is to say of
// the file itself has been said.
std::string outcome_complaints(const DiagnosticSink& sink, const input::OutcomeArgument& argument,
                               Colour colour) {
  std::string out;
  for (const Diagnostic& each : sink.sorted()) {
    if (each.severity() != Severity::Error || !argument.contains(each.range)) continue;
    out += argument.rendered(argument.placed(each), colour);
  }
  return out;
}

// The condition that stands last.
std::function<bool(std::span<const Value>)> condition_of(const Program& program) {
  return [pool = program.condition_expressions,
          expression = program.conditions.back().expression](std::span<const Value> state) {
    const Evaluation verdict = evaluate(pool, expression, {}, state);
    return !verdict.faulted && verdict.value != 0;
  };
}

void load_core_input(LoadedInput& loaded, const SourceBuffer& source, const DrawCommand& command,
                     const std::string& outcome, Colour colour) {
  DiagnosticSink sink;
  std::optional<Program> program = load_core(source, command, sink);
  loaded.complaints = render(sink, command.file, &source, colour);
  if (!program) return;
  DrawInput input;
  input.name = std::filesystem::path(command.file).stem().string();
  input.default_model = "rc11";
  input.is_selected = [](std::span<const Value>) { return true; };
  if (!program->conditions.empty()) input.is_witness = condition_of(*program);
  if (!outcome.empty()) {
    input::OutcomeArgument argument(SelectOption, outcome);
    if (const std::optional<std::string> refusal = argument.refusal()) {
      loaded.complaints += *refusal;
      return;
    }
    DiagnosticSink complaints;
    program = load_core(argument.behind(source), command, complaints);
    if (!program) {
      loaded.complaints += outcome_complaints(complaints, argument, colour);
      return;
    }
    input.is_selected = condition_of(*program);
    input.is_witness = nullptr;
  }
  input.program = *std::move(program);
  loaded.input = std::move(input);
}

void load_litmus_input(LoadedInput& loaded, const SourceBuffer& source, const DrawCommand& command,
                       const std::string& outcome, Colour colour) {
  DiagnosticSink sink;
  const litmus::ReadingOptions options{litmus::Strictness::Wide, command.unroll.value_or(2)};
  std::optional<litmus::LitmusTest> test = litmus::load_litmus(source, options, sink);
  loaded.complaints = render(sink, command.file, &source, colour);
  if (!test) return;
  if (!command.constants.empty()) {
    loaded.complaints += "drover: -D is for core programs: litmus tests have no constants\n";
    return;
  }
  if (!outcome.empty()) {
    input::OutcomeArgument argument(SelectOption, outcome);
    if (const std::optional<std::string> refusal = argument.refusal()) {
      loaded.complaints += *refusal;
      return;
    }
    DiagnosticSink complaints;
    const SourceBuffer changed = argument.in_place_of_condition(source, *test);
    test = litmus::load_litmus(changed, options, complaints);
    argument.refuse_unknown_names(complaints);
    if (!test || complaints.has_errors()) {
      loaded.complaints += outcome_complaints(complaints, argument, colour);
      return;
    }
  }
  DrawInput input;
  input.name = test->name;
  input.default_model = test->dialect->default_model;
  input.is_litmus = true;
  input.program = test->program;
  const auto condition = std::make_shared<const litmus::FinalCondition>(test->condition);
  const bool has_outcome = !outcome.empty();
  input.is_selected = [condition, has_outcome](std::span<const Value> state) {
    if (condition->filter && !litmus::holds(*condition->filter, state)) return false;
    return !has_outcome || litmus::holds(condition->proposition, state);
  };
  if (!has_outcome) {
    input.is_witness = [condition](std::span<const Value> state) {
      return litmus::holds(condition->proposition, state);
    };
  }
  loaded.input = std::move(input);
}

}  // namespace

LoadedInput load_input(const DrawCommand& command, const std::string& outcome) {
  const Colour colour = command.is_coloured ? Colour::On : Colour::Off;
  LoadedInput loaded;
  DiagnosticSink sink;
  std::string hint;
  const std::optional<SourceBuffer> source = input::read_file_or_test(command.file, sink, hint);
  if (!source) {
    loaded.complaints = render(sink, command.file, nullptr, colour) + hint;
  } else if (litmus::looks_like_litmus(source->text())) {
    load_litmus_input(loaded, *source, command, outcome, colour);
  } else {
    load_core_input(loaded, *source, command, outcome, colour);
  }
  return loaded;
}

}  // namespace drover::cli
