#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.h"
#include "cli/file_runner.h"
#include "cli/load_model.h"
#include "cli/report/gather.h"
#include "cli/report/report_input.h"
#include "cli/report/report_page.h"
#include "cli/terminal.h"
#include "cli/write_file.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"

namespace drover {

namespace {

// Those of the command line, each once; nothing if a file among them has errors, which are printed.
std::optional<report::Models> read_models(const ReportCommand& command) {
  report::Models models;
  std::vector<std::string> names = command.models;
  if (names.empty()) names.assign(model_names().begin(), model_names().end());
  std::set<std::string> known;
  for (const std::string& name : names) {
    if (!known.insert(name).second) continue;
    models.push_back(
        load_model(name, command.is_coloured ? ColourChoice::Always : ColourChoice::Never));
    if (models.back() == nullptr) return std::nullopt;
  }
  return models;
}

std::string summary_of(const report::ProgramReport& program) {
  std::string words;
  for (const report::RunEntry& run : program.runs) {
    words += format("{}{}: {}", words.empty() ? "" : ", ", run.model, run.word);
  }
  return format("{}: {}\n", program.file, words);
}

}  // namespace

int run_report(const ReportCommand& command) {
  const InterruptGuard guard;
  const std::optional<report::Models> models = read_models(command);
  if (!models) return ExitBadInput;
  // Mistakes in any file are told before anything takes long.
  std::vector<report::ReportInput> inputs;
  bool has_errors = false;
  for (const std::string& path : command.files) {
    inputs.push_back(report::read_input(command, path));
    write(Stream::Error, inputs.back().complaints);
    has_errors = has_errors || !inputs.back().program;
  }
  if (has_errors) return ExitBadInput;
  std::vector<report::ProgramReport> programs;
  int status = ExitVerified;
  for (const report::ReportInput& input : inputs) {
    programs.push_back(report::gather(command, input, *models));
    if (was_interrupted()) {
      write(Stream::Error, "drover: interrupted, no report was written\n");
      return ExitIncomplete;
    }
    for (const report::RunEntry& run : programs.back().runs) {
      if (!run.stop.empty() || run.cut > 0) status = ExitIncomplete;
    }
    write(Stream::Output, summary_of(programs.back()));
  }
  const std::string complaint = write_whole_file(command.output, report::write_page(programs));
  if (!complaint.empty()) {
    write(Stream::Error, format("drover: -o: {}\n", complaint));
    return ExitBadInput;
  }
  return status;
}

}  // namespace drover
