#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/estimate.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/program_features.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "report/gather.h"
#include "report/report_input.h"
#include "report/report_page.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "support/write_file.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// Returns each program's columns: the given models, or the built-in models for such programs.
// Nothing, with a printed reason, if a model cannot run on a program.
std::optional<std::vector<report::Models>> fit_models(const report::Models& asked,
                                                      std::vector<report::ReportInput>& inputs) {
  std::vector<report::Models> columns;
  bool has_errors = false;
  for (report::ReportInput& input : inputs) {
    // For a machine model, the report is on the compiled program.
    const input::FittedProgram compiled = input::fit_program(
        input.subject.program, &*input.subject.source, asked, nullptr, Colour::Off);
    if (compiled.program == nullptr) {
      write(Stream::Error, compiled.complaint);
      has_errors = true;
      continue;
    }
    input.read = std::exchange(input.subject.program, compiled.program);
    write(Stream::Error, input::compilation_note(compiled));
    if (compiled.mapping != nullptr) {
      input.compiled = format("{} by the mapping `{}`", compiled.mapping->machine->architecture,
                              compiled.mapping->name);
    }
    const ProgramKind kind = kind_of(*input.subject.program);
    report::Models models = asked;
    if (models.empty()) {
      for (const MemoryModel* model : models_for(kind)) {
        models.push_back(builtin_model(model->name()));
      }
    }
    for (auto& model : models) {
      const input::FittedModel fitted = input::fit_model(model, kind);
      model = fitted.model;
      if (model != nullptr) continue;
      write(Stream::Error, fitted.complaint);
      write(Stream::Error, format("drover: {}: not reported on: the model does not apply to it\n",
                                  input.subject.path));
      has_errors = true;
    }
    columns.push_back(std::move(models));
  }
  if (has_errors) return std::nullopt;
  return columns;
}

// Prints the models' errors on a program. True if there are any.
bool tell_complaints(const report::Models& models, const std::string& path) {
  const std::string complaints = complaints_of(models);
  if (complaints.empty()) return false;
  write(Stream::Error, format("{}drover: {}: not reported on: something is wrong with the model\n",
                              complaints, path));
  return true;
}

// Removes repeated files, however named, and prints which.
std::vector<std::string> distinct_files(const std::vector<std::string>& files) {
  std::vector<std::string> distinct;
  for (const std::string& file : files) {
    const auto is_same = [&](const std::string& other) {
      std::error_code error;
      return other == file || std::filesystem::equivalent(other, file, error);
    };
    const auto known = std::ranges::find_if(distinct, is_same);
    if (known == distinct.end()) {
      distinct.push_back(file);
    } else {
      write(Stream::Error,
            format("drover: `{}` is named twice, and is reported on once\n", *known));
    }
  }
  return distinct;
}

// Renames programs of the same name after their files.
void tell_apart(std::vector<report::ReportInput>& inputs) {
  std::vector<std::string> names;
  names.reserve(inputs.size());
  for (const report::ReportInput& input : inputs) names.push_back(input.name);
  for (report::ReportInput& input : inputs) {
    if (std::ranges::count(names, input.name) > 1) input.name = input.subject.path;
  }
}

// Reads all programs. Nothing if one has errors, which are printed.
std::optional<std::vector<report::ReportInput>> read_programs(
    const report::ReportCommand& command) {
  std::vector<report::ReportInput> inputs;
  bool has_errors = false;
  for (const std::string& path : command.files) {
    inputs.push_back(report::read_input(command, path));
    write(Stream::Error, inputs.back().complaints);
    has_errors = has_errors || !inputs.back().subject.program;
  }
  if (has_errors) return std::nullopt;
  tell_apart(inputs);
  return inputs;
}

std::string summary_of(const report::ProgramReport& program) {
  const auto words_of_run = [](const auto& run) { return format("{}: {}", run.model, run.word); };
  return format("{}: {}\n", program.file, joined(program.runs, ", ", words_of_run));
}

}  // namespace

int run(const report::ReportCommand& asked) {
  const RunGuard guard(asked.max_memory);
  report::ReportCommand command = asked;
  command.files = distinct_files(asked.files);
  // Report mistakes before anything slow.
  const std::string obstacle = report::why_not_to(command.output, command.files);
  if (!obstacle.empty()) write(Stream::Error, format("drover: -o: {}\n", obstacle));
  const std::optional<report::Models> models = models_of_arguments(
      command.models, command.is_coloured ? ColourChoice::Always : ColourChoice::Never);
  auto inputs = read_programs(command);
  if (!obstacle.empty() || !models || !inputs) return ExitBadInput;
  const auto columns = fit_models(*models, *inputs);
  if (!columns) return ExitBadInput;
  const bool is_piped = report::is_standard_output(command.output);
  std::vector<report::ProgramReport> programs;
  int status = ExitVerified;
  for (std::size_t i = 0; i < inputs->size(); ++i) {
    const report::ReportInput& input = (*inputs)[i];
    {
      RunWatcher watcher(command.progress, input.subject.path);
      if (watcher.is_wanted()) {
        command.on_progress = [&](std::string_view text) { watcher.show(text); };
        command.watch = [&](const std::string& what, const Program& program,
                            const ExplorerOptions& options) {
          return watcher.watch(what, program, options);
        };
      }
      programs.push_back(report::gather(command, input, (*columns)[i]));
      command.on_progress = nullptr;
      command.watch = nullptr;
    }
    if (tell_complaints((*columns)[i], input.subject.path)) return ExitBadInput;
    for (const report::RunEntry& run : programs.back().runs) {
      if (!run.stop.empty() || run.cut > 0) status = ExitIncomplete;
    }
    write(is_piped ? Stream::Error : Stream::Output, summary_of(programs.back()));
  }
  if (was_interrupted()) {
    status = ExitIncomplete;
    write(Stream::Error, format("drover: {}: the report has what was found until then\n",
                                words::stop_text(requested_stop())));
  }
  const std::string page = report::write_page(programs);
  if (is_piped) {
    write(Stream::Output, page);
    return status;
  }
  const std::string complaint = write_whole_file(command.output, page);
  return complaint.empty() ? status : refuse("-o: " + complaint);
}

}  // namespace drover::cli
