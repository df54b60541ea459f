#include "cli/draw_input.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>

#include "frontend/desugar.h"
#include "frontend/diagnostic_printer.h"
#include "frontend/read_program.h"
#include "frontend/suggestion.h"
#include "litmus/library.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "litmus/sections.h"
#include "semantics/interpreter.h"
#include "semantics/lower/lower_ast.h"
#include "support/format.h"

namespace drover {

namespace {

std::optional<SourceBuffer> read(const std::string& path, DiagnosticSink& sink, std::string& hint) {
  std::error_code ignored;
  const litmus::LibraryTest* test = litmus::find_library_test(path);
  if (test != nullptr && !std::filesystem::exists(path, ignored)) {
    return SourceBuffer::from_text(path, std::string(test->text));
  }
  std::optional<SourceBuffer> source = read_source(path, sink);
  if (source) return source;
  std::vector<std::string> names;
  for (const litmus::LibraryTest& each : litmus::library_tests()) names.emplace_back(each.name);
  const std::string similar = did_you_mean(path, names);
  if (!similar.empty()) hint = format("hint: in the library: {}\n", similar);
  return source;
}

std::optional<Program> load_core(const SourceBuffer& source, const DrawCommand& command,
                                 DiagnosticSink& sink) {
  const std::optional<CheckedProgram> checked = read_program(source, command.constants, sink);
  if (!checked) return std::nullopt;
  std::optional<Program> program = lower(desugar(*checked), source, sink);
  if (program) program->file = command.file;
  return program;
}

// Complaints about a condition that was put behind a program.
std::string outcome_complaints(const DiagnosticSink& sink, const std::string& outcome) {
  std::string out;
  for (const Diagnostic& diagnostic : sink.sorted()) {
    if (diagnostic.severity() != Severity::Error) continue;
    out += format("drover: --select `{}`: {}{}{}\n", outcome, diagnostic.message(),
                  diagnostic.hint.empty() ? "" : "; ", diagnostic.hint);
  }
  return out;
}

// herd takes what occurs nowhere for 0: who selects by it has mistyped it. `known` has what the
// file itself is told about.
std::string unknown_names(const DiagnosticSink& sink, const DiagnosticSink& known,
                          const std::string& outcome) {
  std::string out;
  for (const Diagnostic& each : sink.sorted()) {
    const bool is_register = each.kind == DiagnosticKind::LitmusUnknownRegister;
    const bool is_unknown = is_register || each.kind == DiagnosticKind::LitmusUnknownGlobal;
    const bool is_old = std::ranges::any_of(known.diagnostics(), [&](const Diagnostic& other) {
      return other.kind == each.kind && other.arguments == each.arguments;
    });
    if (!is_unknown || is_old) continue;
    const std::string what = is_register
                                 ? format("P{} has no `{}`", each.arguments[0], each.arguments[1])
                                 : format("the test has no `{}`", each.arguments[0]);
    out += format("drover: --select `{}`: {}{}{}\n", outcome, what, each.hint.empty() ? "" : "; ",
                  each.hint);
  }
  return out;
}

// What cannot be in a condition, and would be read as more than one.
std::string refusal_of(const std::string& outcome) {
  const std::size_t at = outcome.find_first_of(";{}");
  if (at == std::string::npos) return "";
  return format("drover: --select `{}`: a condition has no `{}`\n", outcome, outcome[at]);
}

std::string all_replaced(std::string text, std::string_view what, std::string_view by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at)) {
    text.replace(at, what.size(), by);
    at += by.size();
  }
  return text;
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
    loaded.complaints += refusal_of(outcome);
    if (!refusal_of(outcome).empty()) return;
    DiagnosticSink complaints;
    const SourceBuffer extended = SourceBuffer::from_text(
        command.file, format("{}\nexists ({}\n);\n", source.text(), outcome));
    program = load_core(extended, command, complaints);
    if (!program) {
      loaded.complaints += outcome_complaints(complaints, outcome);
      return;
    }
    input.is_selected = condition_of(*program);
    input.is_witness = nullptr;
  }
  input.program = *std::move(program);
  loaded.input = std::move(input);
}

// What the test shows of final states and which of them count, as herd writes it.
std::string kept_conditions(const litmus::LitmusTest& test) {
  std::string text;
  for (const litmus::ShownItem& item : test.shown) {
    const litmus::Location& at = item.location;
    text += at.is_register ? format("{}:{};", at.thread, at.name)
            : at.index     ? format("{}[{}];", at.name, *at.index)
                           : format("{};", at.name);
  }
  const std::string locations = text.empty() ? "" : format("locations [{}]\n", text);
  const std::optional<litmus::Proposition>& filter = test.condition.filter;
  return filter ? format("{}filter ({})\n", locations, litmus::proposition_text(*filter))
                : locations;
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
    loaded.complaints += refusal_of(outcome);
    if (!refusal_of(outcome).empty()) return;
    std::string condition = all_replaced(outcome, "==", "=");
    condition = all_replaced(std::move(condition), "&&", "/\\");
    condition = all_replaced(std::move(condition), "||", "\\/");
    DiagnosticSink complaints;
    const std::optional<litmus::Sections> sections = litmus::split_sections(source, complaints);
    const SourceBuffer changed = SourceBuffer::from_text(
        command.file, format("{}\n{}exists ({})\n", source.text().substr(0, sections->program.end),
                             kept_conditions(*test), condition));
    test = litmus::load_litmus(changed, options, complaints);
    const std::string unknown = unknown_names(complaints, sink, outcome);
    loaded.complaints += unknown;
    if (!unknown.empty()) return;
    if (!test) {
      loaded.complaints += outcome_complaints(complaints, outcome);
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
  const std::optional<SourceBuffer> source = read(command.file, sink, hint);
  if (!source) {
    loaded.complaints = render(sink, command.file, nullptr, colour) + hint;
  } else if (litmus::looks_like_litmus(source->text())) {
    load_litmus_input(loaded, *source, command, outcome, colour);
  } else {
    load_core_input(loaded, *source, command, outcome, colour);
  }
  return loaded;
}

}  // namespace drover
