#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/model_argument.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/terminal.h"
#include "drawing/error_pictures.h"
#include "explorer/algorithm_table.h"
#include "explorer/explore.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "words/plan_words.h"

namespace drover::cli {

namespace {

int status_of(Verdict verdict) {
  switch (verdict) {
    case Verdict::Safe: return ExitVerified;
    case Verdict::Violation: return ExitViolation;
    case Verdict::Incomplete: return ExitIncomplete;
  }
  return ExitIncomplete;
}

FileReport not_checked(const std::string& path) {
  return {format("drover: {}: not checked, interrupted\n", path), "", ExitIncomplete};
}

ExplorerOptions options_of(const CheckCommand& command, const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = *find_algorithm(command.algorithm);
  options.unfold.unroll = command.input.unroll;
  options.reductions = command.reductions;
  options.asked_for = command.asked_for;
  options.rvf = command.rvf;
  options.after_error = command.errors == ErrorLimit::All ? AfterError::GoOn : AfterError::Stop;
  const bool counts_duplicates = command.count_duplicates == CountDuplicates::Yes;
  options.duplicates = counts_duplicates ? DuplicatePolicy::Count : DuplicatePolicy::Ignore;
  options.max_seconds = command.max_seconds;
  options.max_executions = command.max_executions;
  options.interrupt = &interrupt_flag();
  return options;
}

// For a file that is not a core program.
std::string hint_on_kind(const input::Subject& subject) {
  if (!subject.source) return "";
  const input::SubjectKind kind = input::kind_of_text(subject.source->text());
  if (kind != input::SubjectKind::Litmus) return "";
  const bool is_file = subject.path != input::StandardInputName;
  return format("hint: this is a litmus test: `drover {} {}`\n", input::info_of(kind).command,
                is_file ? subject.path : input::StandardInputPath);
}

FileReport check_file(const CheckCommand& command, const MemoryModel& model,
                      const std::string& path, ProgressLine* progress) {
  FileReport out;
  const input::Subject subject =
      input::read_subject(path, {.as = input::SubjectKind::Core,
                                 .constants = command.input.constants,
                                 .warnings = command.input.warnings,
                                 .standard_input = command.input.standard_input});
  out.complaints = subject.complaints(colour_for(Stream::Error, command.input.colour));
  if (!subject.program) {
    out.complaints += hint_on_kind(subject);
    out.status = ExitBadInput;
    if (command.format == ReportFormat::Json) {
      out.report = json_refusal(command, subject.path, subject.sink.sorted());
    }
    return out;
  }
  ExplorerOptions options = options_of(command, model);
  if (progress != nullptr && progress->is_wanted()) {
    options.progress = [progress](const Progress& state) { progress->show(state); };
  }
  const ExplorationResult result = explore(*subject.program, options);
  const CheckReport report{command, *subject.program, *subject.source, result};
  out.report = command.format == ReportFormat::Json
                   ? json_report(report)
                   : text_report(report, colour_for(Stream::Output, command.input.colour));
  out.status = status_of(result.verdict);
  if (command.picture.empty()) return out;
  const drawing::ErrorPictures pictures = drawing::draw_errors(result, *options.model, subject.name,
                                                               command.picture, words::error_text);
  if (command.format == ReportFormat::Text) {
    for (const drawing::ErrorPicture& each : pictures.written) {
      out.report += format("  picture of {}: {}\n", error_kind_name(each.kind), each.path);
    }
  }
  if (pictures.complaint.empty()) return out;
  out.complaints += format("drover: --picture: {}\n", pictures.complaint);
  out.status = ExitBadInput;
  return out;
}

// For a worker thread: no exception leaves it.
FileReport check_or_excuse(const CheckCommand& command, const MemoryModel& model,
                           const std::string& path) {
  if (was_interrupted()) return not_checked(path);
  try {
    return check_file(command, model, path, nullptr);
  } catch (...) {
    return report_of_exception(path);
  }
}

int check_in_turn(const CheckCommand& command, const MemoryModel& model) {
  int status = ExitVerified;
  for (const std::string& path : command.input.files) {
    if (was_interrupted()) {
      print(not_checked(path));
      continue;
    }
    std::optional<ProgressLine> progress(std::in_place);
    const FileReport report = check_file(command, model, path, &*progress);
    progress.reset();
    print(report);
    status = worse(status, report.status);
  }
  return status;
}

}  // namespace

int run_check(const CheckCommand& command) {
  const InterruptGuard guard;
  const auto model = model_of_argument(command.model, command.input.colour);
  if (model == nullptr) return ExitBadInput;
  if (const auto misfit = find_misfit(*find_algorithm(command.algorithm), *model)) {
    write(Stream::Error, format("drover: --algo: {}\n", words::misfit_text(*misfit)));
    return ExitBadInput;
  }
  const std::vector<std::string>& files = command.input.files;
  const bool is_parallel = command.jobs > 1 && files.size() > 1;
  const int status =
      is_parallel ? run_in_parallel(
                        command.jobs, files.size(),
                        [&](std::size_t i) { return check_or_excuse(command, *model, files[i]); })
                  : check_in_turn(command, *model);
  return was_interrupted() ? worse(status, ExitIncomplete) : status;
}

}  // namespace drover::cli
