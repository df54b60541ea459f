#include "tests/fuzz/outcome.h"

#include <algorithm>
#include <utility>

#include "frontend/check_program.h"
#include "frontend/diagnostic_printer.h"
#include "support/format.h"

namespace drover::fuzz {

namespace {

// Those that are about a file as a whole.
bool may_lack_place(DiagnosticKind kind) {
  return kind == DiagnosticKind::NothingToCheck || kind == DiagnosticKind::NoThreads ||
         kind == DiagnosticKind::CError;  // there is no `main`
}

std::string fault_in(const Diagnostic& diagnostic, const SourceBuffer& source) {
  const SourceRange& range = diagnostic.range;
  const std::string shown = render(diagnostic, source.name(), &source);
  // ANTLR's own exceptions.
  const bool is_internal =
      diagnostic.kind == DiagnosticKind::UnexpectedToken && diagnostic.arguments.front() == "input";
  if (is_internal) return "an exception came out of the parser: " + shown;
  if (range.line == 0) {
    return may_lack_place(diagnostic.kind) ? "" : "a complaint without a place: " + shown;
  }
  // A source has no lines of the headers that come with the program.
  const std::string& file = source.file_of(range);
  const bool has_lines = !file.starts_with("<drover>/");
  const bool is_inside = range.begin <= range.end && range.end <= source.text().size() &&
                         (!has_lines || range.line <= source.line_count()) && range.column > 0;
  if (!is_inside) return "a complaint about a place outside the text: " + shown;
  const bool is_named = shown.starts_with(
      format("{}:{}:{}: ", file, std::to_string(range.line), std::to_string(range.column)));
  return is_named ? "" : "a complaint that does not begin with its place: " + shown;
}

}  // namespace

std::string fault_in(const DiagnosticSink& sink, const SourceBuffer& source) {
  for (const Diagnostic& diagnostic : sink.diagnostics()) {
    std::string fault = fault_in(diagnostic, source);
    if (!fault.empty()) return fault;
  }
  return "";
}

Reread reread(const std::string& text) {
  const SourceBuffer source = SourceBuffer::from_text("printed.drv", text);
  DiagnosticSink sink;
  std::optional<CheckedProgram> program = read_program(source, {}, sink);
  if (program) return {std::move(program), ""};
  const auto is_limit = [](const Diagnostic& diagnostic) {
    return diagnostic.kind == DiagnosticKind::NestingTooDeep;
  };
  if (std::ranges::any_of(sink.diagnostics(), is_limit)) return {};
  return {std::nullopt,
          "what was printed is wrong: " + render(sink, source.name(), &source) + "\n" + text};
}

bool is_small(const Program& program) {
  constexpr std::size_t MaxThreads = 4;
  constexpr std::size_t MaxLoops = 2;
  constexpr std::size_t MaxInstructions = 60;
  constexpr std::size_t MaxCells = 32;
  std::size_t instructions = 0;
  for (const Thread& thread : program.threads) instructions += thread.code.size();
  std::size_t cells = 0;
  for (const SharedObject& object : program.objects) cells += object.initial.size();
  return program.threads.size() <= MaxThreads && program.loops.size() <= MaxLoops &&
         instructions <= MaxInstructions && cells <= MaxCells;
}

}  // namespace drover::fuzz
