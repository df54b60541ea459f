#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "cli/commands/commands.h"
#include "cli/terminal.h"
#include "frontend/diagnostic_printer.h"
#include "input/load_program.h"
#include "litmus/convert.h"
#include "litmus/library.h"
#include "litmus/litmus_test.h"
#include "litmus/sections.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// The name of a test that is made of a file: its letters, digits and dashes.
std::string test_name(const std::string& path) {
  std::string name;
  for (const char c : std::filesystem::path(path).stem().string()) {
    const bool is_fine = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' ||
                         c == '_' || c == '.';
    name += is_fine ? c : '_';
  }
  return name.empty() ? "test" : name;
}

std::optional<SourceBuffer> read(const std::string& path, DiagnosticSink& sink) {
  std::error_code ignored;
  const litmus::LibraryTest* test = litmus::find_library_test(path);
  if (test != nullptr && !std::filesystem::exists(path, ignored)) {
    return SourceBuffer::from_text(path, std::string(test->text));
  }
  return read_source(path, sink);
}

std::optional<std::string> convert_litmus(const SourceBuffer& source, DiagnosticSink& sink) {
  const std::optional<litmus::LitmusTest> test = litmus::load_litmus(source, {}, sink);
  return test ? litmus::to_core(*test, sink) : std::nullopt;
}

int deliver(const ConvertCommand& command, const std::string& text) {
  if (command.output.empty()) {
    write(Stream::Output, text);
    return ExitVerified;
  }
  std::ofstream stream(command.output);
  stream << text;
  if (stream.flush()) return ExitVerified;
  write(Stream::Error, format("drover: cannot write `{}`\n", command.output));
  return ExitBadInput;
}

}  // namespace

int run_convert(const ConvertCommand& command) {
  const Colour colour = colour_for(Stream::Error, command.colour);
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read(command.file, sink);
  std::optional<std::string> converted;
  if (source && litmus::looks_like_litmus(source->text())) {
    converted = convert_litmus(*source, sink);
  } else if (source) {
    const input::LoadedProgram loaded = input::load_program(command.file, {}, colour);
    write(Stream::Error, loaded.diagnostics);
    if (!loaded.program) return ExitBadInput;
    converted = litmus::to_c_litmus(*loaded.program, test_name(command.file), sink);
  }
  write(Stream::Error, render(sink, command.file, source ? &*source : nullptr, colour));
  return converted ? deliver(command, *converted) : ExitBadInput;
}

}  // namespace drover::cli
