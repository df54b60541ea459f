// Commands that serve editors and other programs: format, lsp, schema.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "cli/commands/commands.h"
#include "cli/file_runner.h"
#include "cli/schemas.h"
#include "cli/terminal.h"
#include "editing/format.h"
#include "frontend/diagnostic_printer.h"
#include "input/subject.h"
#include "lsp/server.h"
#include "support/format.h"
#include "support/write_file.h"

namespace drover::cli {

namespace {

struct FormattedFile {
  std::optional<SourceBuffer> source;
  std::optional<std::string> text;
};

// Reads standard input for `-`.
std::optional<SourceBuffer> source_of(const std::string& file, const FormatCommand& command,
                                      DiagnosticSink& sink) {
  if (file != input::StandardInputPath) return read_source(file, sink);
  const std::optional<std::string>& given = command.input.standard_input;
  std::string text = given ? *given : input::read_standard_input();
  if (text.size() > MaxSourceSize) {
    report_too_large(std::nullopt, sink);
    return std::nullopt;
  }
  return SourceBuffer::from_text(std::string(input::StandardInputName), std::move(text));
}

FormattedFile format_file(const std::string& file, const FormatCommand& command) {
  DiagnosticSink sink;
  FormattedFile out{source_of(file, command, sink), std::nullopt};
  if (out.source) {
    const auto kind = editing::kind_of(out.source->name(), out.source->text());
    if (!kind) {
      write(Stream::Error,
            drover::format("drover: {}: C is not formatted here; core programs (.drv), litmus "
                           "tests and models are\n",
                           out.source->name()));
      return out;
    }
    out.text = editing::format_source(*out.source, *kind, sink);
  }
  // Only syntax errors prevent formatting.
  if (!out.text) {
    write(Stream::Error,
          render(sink, out.source ? out.source->name() : file, out.source ? &*out.source : nullptr,
                 colour_for(Stream::Error, command.input.colour)));
  }
  return out;
}

int deliver_formatted(const std::string& file, const FormattedFile& formatted,
                      const FormatCommand& command) {
  const bool is_changed = *formatted.text != formatted.source->text();
  if (command.checks) {
    if (is_changed) write(Stream::Output, formatted.source->name() + "\n");
    return is_changed ? ExitViolation : ExitVerified;
  }
  const bool is_file = file != input::StandardInputPath;
  if (!command.writes || !is_file) {
    write(Stream::Output, *formatted.text);
    return ExitVerified;
  }
  if (!is_changed) return ExitVerified;
  const std::string why = write_whole_file(file, *formatted.text);
  return why.empty() ? ExitVerified : refuse(why);
}

}  // namespace

int run(const FormatCommand& command) {
  int status = ExitVerified;
  for (const std::string& file : command.input.files) {
    const FormattedFile formatted = format_file(file, command);
    const int one = formatted.text ? deliver_formatted(file, formatted, command) : ExitBadInput;
    status = std::max(status, one);
  }
  return status;
}

int run(const LspCommand& command) {
  if (is_input_terminal()) {
    return refuse(
        "`lsp` speaks with editors, and standard input is a terminal; docs/editors.md says how "
        "editors start it");
  }
  lsp::ServerOptions options;
  std::error_code ignored;  // an unknown path is empty: no runs in the background
  options.program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  options.settings.models = command.models;
  options.settings.max_seconds = command.max_seconds;
  options.settings.max_memory = command.max_memory;
  options.settings.shows_lenses = !options.program.empty();
  return lsp::run_server(std::move(options));
}

int run(const SchemaCommand& command) {
  if (!command.name.empty()) {
    write(Stream::Output, find_schema(command.name)->text);
    return ExitVerified;
  }
  for (const std::string& name : schema_names()) write(Stream::Output, name + "\n");
  return ExitVerified;
}

}  // namespace drover::cli
