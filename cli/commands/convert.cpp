#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "cli/commands/commands.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "frontend/diagnostic_printer.h"
#include "input/subject.h"
#include "litmus/convert.h"
#include "litmus/to_machine.h"
#include "mapping/compile.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// The name of a test that is made of a file: its letters, digits and dashes.
std::string test_name(const std::string& path) {
  if (path == input::StandardInputName) return "stdin";
  std::string name;
  for (const char c : std::filesystem::path(path).stem().string()) {
    const bool is_fine = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '+' ||
                         c == '_' || c == '.';
    name += is_fine ? c : '_';
  }
  return name.empty() ? "test" : name;
}

std::optional<std::string> convert_litmus(input::Subject& subject, Colour colour) {
  std::optional<std::string> converted;
  if (subject.test) converted = litmus::to_core(*subject.test, subject.sink);
  write(Stream::Error, subject.complaints(colour));
  return converted;
}

std::optional<std::string> convert_core(const input::Subject& subject, Colour colour) {
  write(Stream::Error, subject.complaints(colour));
  if (!subject.program) return std::nullopt;
  DiagnosticSink sink;
  std::optional<std::string> converted =
      litmus::to_c_litmus(*subject.program, test_name(subject.path), sink);
  write(Stream::Error, render(sink, subject.path, &*subject.source, colour));
  return converted;
}

// A core program as a litmus test of a machine.
std::optional<std::string> convert_to_machine(const ConvertCommand& command,
                                              const input::Subject& subject, Colour colour) {
  write(Stream::Error, subject.complaints(colour));
  if (!subject.program) return std::nullopt;
  const auto given = mapping_of_argument(command.mapping, command.colour);
  if (!given) return std::nullopt;
  const auto& mapping = *given != nullptr ? *given : mapping::find_mapping("c11-" + command.target);
  if (mapping->machine->name != command.target) {
    write(Stream::Error, format("drover: --mapping: `{}` is for {}, not for {}\n", mapping->name,
                                mapping->machine->name, command.target));
    return std::nullopt;
  }
  DiagnosticSink sink;
  std::optional<std::string> converted;
  if (const auto compiled = mapping::compile(*subject.program, *mapping, sink)) {
    converted = litmus::to_machine_litmus(*compiled, *mapping, test_name(subject.path), sink);
  }
  write(Stream::Error, render(sink, subject.path, &*subject.source, colour));
  return converted;
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
  input::Subject subject = input::read_subject(
      command.file, {.warnings = command.warnings, .standard_input = command.standard_input});
  if (!command.target.empty() && subject.is_litmus()) {
    write(Stream::Error, subject.complaints(colour));
    write(Stream::Error,
          format("drover: --to: compiles core programs; {} is a litmus test\n", subject.path));
    return ExitBadInput;
  }
  if (subject.kind == input::SubjectKind::C) {
    write(Stream::Error, subject.complaints(colour));
    write(Stream::Error, format("drover: {}: C programs cannot be converted yet; `drover show "
                                "--after lower` shows their instructions\n",
                                subject.path));
    return ExitBadInput;
  }
  const std::optional<std::string> converted =
      !command.target.empty() ? convert_to_machine(command, subject, colour)
      : subject.is_litmus()   ? convert_litmus(subject, colour)
                              : convert_core(subject, colour);
  return converted ? deliver(command, *converted) : ExitBadInput;
}

}  // namespace drover::cli
