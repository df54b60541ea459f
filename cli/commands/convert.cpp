#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "frontend/diagnostic_printer.h"
#include "input/subject.h"
#include "litmus/convert/convert.h"
#include "mapping/compile.h"
#include "semantics/decompile/source_printer.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

// Names a test after its file; unusual characters become `_`.
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

// Returns a litmus test's own name, or the name from its file.
std::string test_name(const input::Subject& subject) {
  return subject.is_litmus() ? subject.test()->name : test_name(subject.path);
}

// ---- Targets: nothing if the conversion fails; then the sink or a note tells why.

using Text = std::optional<std::string>;

Text to_core(input::Subject& subject, DiagnosticSink& sink) {
  if (subject.is_litmus()) return litmus::to_core(*subject.test(), sink);
  const Text text = decompile::print_source(*subject.program);
  if (!text) {
    subject.refuse("a thread has a loop with two entries, which the core language cannot write");
    return std::nullopt;
  }
  const bool is_c = subject.kind() == input::SubjectKind::C;
  return is_c ? format(
                    "// {}, as Drover reads it: calls are inlined, objects are cells, one for "
                    "each byte.\n\n{}",
                    subject.name, *text)
              : *text;
}

Text to_litmus(input::Subject& subject, DiagnosticSink& sink) {
  if (subject.kind() == input::SubjectKind::C) {
    subject.refuse(
        "a program in C creates threads, which litmus tests cannot do; `--to core` gives a core "
        "program");
    return std::nullopt;
  }
  const std::string name = test_name(subject);
  return subject.is_litmus() ? litmus::to_c_litmus(*subject.test(), name, sink)
                             : litmus::to_c_litmus(*subject.program, name, sink);
}

Text to_c(input::Subject& subject, DiagnosticSink& sink) {
  const std::string name = test_name(subject);
  if (subject.kind() == input::SubjectKind::C) {
    subject.refuse(
        "it is a program in C, which runs as it is; `--to c` is for core programs and litmus "
        "tests");
    return std::nullopt;
  }
  if (!subject.is_litmus()) return litmus::to_stress_harness(*subject.program, name, {}, sink);
  const litmus::OrdersOfC given = litmus::with_orders_of_c(*subject.test());
  const std::optional<Program> program = litmus::core_program(given.test, sink);
  return program ? litmus::to_stress_harness(*program, name, given.notes, sink) : std::nullopt;
}

// A target language. A new language needs a row here, and a word of --to in arguments/convert.cpp.
struct ConversionTarget {
  std::string_view name;
  Text (*convert)(input::Subject& subject, DiagnosticSink& sink) = nullptr;
};
constexpr std::array Targets{
    ConversionTarget{"core", to_core},
    ConversionTarget{"litmus", to_litmus},
    ConversionTarget{"c", to_c},
};

std::string_view usual_target(const input::Subject& subject) {
  return subject.kind() == input::SubjectKind::Core ? "litmus" : "core";
}

// Writes a core program as a machine's litmus test.
Text to_machine(const ConvertCommand& command, input::Subject& subject, Colour colour) {
  if (subject.is_litmus()) {
    subject.notes +=
        format("drover: --to: compiles core programs; {} is a litmus test\n", subject.path);
    return std::nullopt;
  }
  if (subject.kind() == input::SubjectKind::C) {
    subject.refuse(
        format("a program in C creates threads, which litmus tests cannot do; `check -m "
               "{}` explores it on that machine",
               command.to));
    return std::nullopt;
  }
  const auto given = mapping_of_argument(command.input.mapping, command.input.colour);
  if (!given) return std::nullopt;
  const auto& mapping = *given != nullptr ? *given : mapping::find_mapping("c11-" + command.to);
  if (mapping->machine->name != command.to) {
    write(Stream::Error, format("drover: --mapping: `{}` is for {}, not for {}\n", mapping->name,
                                mapping->machine->name, command.to));
    return std::nullopt;
  }
  DiagnosticSink sink;
  Text converted;
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
  const std::string complaint = write_whole_file(command.output, text);
  return complaint.empty() ? ExitVerified : refuse(complaint);
}

}  // namespace

int run(const ConvertCommand& command) {
  const Colour colour = colour_for(Stream::Error, command.input.colour);
  input::Subject subject =
      input::read_subject(command.input.files.front(), subject_options(command.input));
  const std::string name = command.to.empty() ? std::string(usual_target(subject)) : command.to;
  const auto* target = std::ranges::find(Targets, std::string_view(name), &ConversionTarget::name);
  Text converted;
  if (subject.kind() == input::SubjectKind::C && subject.program) {
    const auto model = builtin_model(subject.default_model);
    ExplorerOptions looking;
    looking.model = model.get();
    looking.unfold.unroll = subject.unroll;
    looking.interrupt = &interrupt_flag();
    subject.program = with_found_cuts(subject.program, looking);
  }
  if (subject.program && target != Targets.end()) {
    converted = target->convert(subject, subject.sink);
  } else if (subject.program) {
    converted = to_machine(command, subject, colour);
  }
  write(Stream::Error, subject.complaints(colour));
  return converted ? deliver(command, *converted) : ExitBadInput;
}

}  // namespace drover::cli
