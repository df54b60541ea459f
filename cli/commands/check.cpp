#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/check_summary.h"
#include "cli/commands/commands.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/model_argument.h"
#include "cli/progress_line.h"
#include "cli/report.h"
#include "cli/sarif.h"
#include "cli/terminal.h"
#include "drawing/error_pictures.h"
#include "explorer/algorithm_table.h"
#include "explorer/explore.h"
#include "input/subject.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/write_file.h"
#include "words/plan_words.h"

namespace drover::cli {

namespace {

using Models = std::vector<std::shared_ptr<const MemoryModel>>;

// A file under one model: what is printed of it, and what the table and the log have of it.
struct Checked {
  FileReport report;
  CheckSummary summary;
  SarifPart sarif;
};

// Violations of other kinds than those that fail do not hide that a run is incomplete.
int status_of(const ExplorationResult& result, const CheckCommand& command) {
  const bool has_failed = std::ranges::any_of(result.errors, [&](const ReportedError& error) {
    return command.fails.contains(error.kind);
  });
  if (has_failed) return ExitViolation;
  const bool is_partial = result.stop_reason != StopReason::Exhausted || result.cut > 0;
  switch (result.verdict) {
    case Verdict::Safe: return ExitVerified;
    case Verdict::Vacuous: return command.is_strict ? ExitViolation : ExitVerified;
    case Verdict::Violation: return is_partial ? ExitIncomplete : ExitVerified;
    case Verdict::Incomplete: break;
  }
  return ExitIncomplete;
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
  options.stops_at = command.fails;
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

// Runs one call: each file under each model. A short-lived worker: it holds references.
class CheckRun {
 public:
  CheckRun(const CheckCommand& command, const Models& models)
      : command_(command), models_(models), checked_(command.input.files.size() * models.size()) {}

  int run() {
    int status = command_.jobs > 1 && checked_.size() > 1
                     ? run_in_parallel(command_.jobs, checked_.size(),
                                       [&](std::size_t i) { return check(i, nullptr); })
                     : check_in_turn();
    if (was_interrupted()) status = worse(status, ExitIncomplete);
    if (is_table()) write(Stream::Output, table());
    return command_.sarif.empty() ? status : write_sarif(status);
  }

 private:
  [[nodiscard]] bool is_table() const {
    return models_.size() > 1 && command_.format == ReportFormat::Text;
  }
  [[nodiscard]] Colour colour() const { return colour_for(Stream::Output, command_.input.colour); }
  [[nodiscard]] const std::string& file_of(std::size_t i) const {
    return command_.input.files[i / models_.size()];
  }
  [[nodiscard]] const MemoryModel& model_of(std::size_t i) const {
    return *models_[i % models_.size()];
  }

  int check_in_turn() {
    int status = ExitVerified;
    for (std::size_t i = 0; i < checked_.size(); ++i) {
      std::optional<ProgressLine> progress(std::in_place);
      const FileReport report = check(i, &*progress);
      progress.reset();
      print(report);
      status = worse(status, report.status);
    }
    return status;
  }

  // No exception leaves it: the other files are still to be checked.
  FileReport check(std::size_t i, ProgressLine* progress) {
    Checked& out = checked_[i];
    const std::string& file = file_of(i);
    out.summary = {.file = file, .model = std::string(model_of(i).name())};
    if (was_interrupted()) {
      out.report = {format("drover: {}: not checked, interrupted\n", file), "", ExitIncomplete};
      out.sarif = sarif_of_failure(file, "not checked: interrupted");
      return std::move(out.report);
    }
    try {
      check_file(i, progress);
    } catch (...) {
      out.report = report_of_exception(file);
      out.sarif = sarif_of_failure(file, out.report.complaints);
    }
    return std::move(out.report);
  }

  void check_file(std::size_t i, ProgressLine* progress) {
    Checked& out = checked_[i];
    const MemoryModel& model = model_of(i);
    const input::Subject subject =
        input::read_subject(file_of(i), {.as = input::SubjectKind::Core,
                                         .constants = command_.input.constants,
                                         .warnings = command_.input.warnings,
                                         .standard_input = command_.input.standard_input});
    out.summary.file = subject.path;
    const bool is_first_model = i % models_.size() == 0;
    // Complaints are the same under each model: they are told once.
    if (is_first_model) {
      out.report.complaints = subject.complaints(colour_for(Stream::Error, command_.input.colour));
    }
    if (!subject.program) {
      const std::vector<Diagnostic> complaints = subject.sink.sorted();
      if (is_first_model) {
        out.report.complaints += hint_on_kind(subject);
        out.sarif = sarif_of_refusal(out.summary.file, subject.source ? &*subject.source : nullptr,
                                     complaints);
      }
      out.sarif.file = out.summary.file;
      refuse(model, complaints, out);
      return;
    }
    ExplorerOptions options = options_of(command_, model);
    if (progress != nullptr && progress->is_wanted()) {
      options.progress = [progress](const Progress& state) { progress->show(state); };
    }
    const ExplorationResult result = explore(*subject.program, options);
    const CheckReport report{command_, model, *subject.program, *subject.source, result};
    out.report.status = status_of(result, command_);
    out.summary = summary_of(report);
    if (!command_.sarif.empty()) out.sarif = sarif_of(report, command_.fails);
    out.report.report = report_text(report);
    if (!command_.picture.empty()) draw(subject, report, out.report);
  }

  void refuse(const MemoryModel& model, std::span<const Diagnostic> complaints,
              Checked& out) const {
    out.report.status = ExitBadInput;
    out.summary.verdict = "invalid";
    if (command_.format == ReportFormat::Json) {
      out.report.report = json_refusal(std::string(model.name()), out.summary.file, complaints);
    }
  }

  [[nodiscard]] std::string report_text(const CheckReport& report) const {
    if (command_.format == ReportFormat::Json) return json_report(report);
    if (!is_table()) return text_report(report, colour());
    return command_.verbosity == Verbosity::Verbose ? text_report(report, colour()) + "\n" : "";
  }

  void draw(const input::Subject& subject, const CheckReport& report, FileReport& out) const {
    const drawing::ErrorChoice choice = command_.verbosity == Verbosity::Verbose
                                            ? drawing::ErrorChoice::All
                                            : drawing::ErrorChoice::OnePerPlace;
    const drawing::ErrorPictures pictures = drawing::draw_errors(
        report.result, report.model, subject.name, command_.picture, choice, words::error_text);
    if (command_.format == ReportFormat::Text) {
      for (const drawing::ErrorPicture& each : pictures.written) {
        out.report += format("  picture of {}: {}\n", error_kind_name(each.kind), each.path);
      }
    }
    if (pictures.complaint.empty()) return;
    out.complaints += format("drover: --picture: {}\n", pictures.complaint);
    out.status = ExitBadInput;
  }

  [[nodiscard]] std::string table() const {
    std::vector<CheckSummary> cells;
    for (const Checked& each : checked_) cells.push_back(each.summary);
    return check_table(cells, models_.size(), colour());
  }

  [[nodiscard]] int write_sarif(int status) const {
    std::vector<SarifPart> parts;
    for (const Checked& each : checked_) parts.push_back(each.sarif);
    const std::string complaint = write_whole_file(command_.sarif, sarif_log(parts, status));
    if (complaint.empty()) return status;
    write(Stream::Error, format("drover: --sarif: {}\n", complaint));
    return ExitBadInput;
  }

  const CheckCommand& command_;
  const Models& models_;
  std::vector<Checked> checked_;  // those of the first file first
};

// Those of the command line; nothing if one cannot be used, which is said.
std::optional<Models> read_models(const CheckCommand& command) {
  Models models;
  for (const std::string& name : command.models) {
    models.push_back(model_of_argument(name, command.input.colour));
    if (models.back() == nullptr) return std::nullopt;
    const auto misfit = find_misfit(*find_algorithm(command.algorithm), *models.back());
    if (!misfit) continue;
    write(Stream::Error, format("drover: --algo: {}\n", words::misfit_text(*misfit)));
    return std::nullopt;
  }
  return models;
}

}  // namespace

int run_check(const CheckCommand& command) {
  const InterruptGuard guard;
  const std::optional<Models> models = read_models(command);
  return models ? CheckRun(command, *models).run() : ExitBadInput;
}

}  // namespace drover::cli
