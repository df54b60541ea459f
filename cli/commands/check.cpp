#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "cli/check_run.h"
#include "cli/commands/commands.h"
#include "cli/estimate.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/memory_limit.h"
#include "cli/report.h"
#include "cli/sarif.h"
#include "cli/state_keeper.h"
#include "cli/terminal.h"
#include "drawing/execution_picture.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/crew/headquarters.h"
#include "explorer/explore.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/program_features.h"
#include "frontend/diagnostic_printer.h"
#include "input/load_mapping.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "support/check.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/write_file.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// Result of checking a file under one model: the printed report, and the file's parts of the table
// and the log.
struct Checked {
  FileReport report;
  CheckSummary summary;
  SarifPart sarif;
  std::string mapping = {};  // used to compile the program; empty: not compiled
};

}  // namespace

input::SubjectOptions subject_options(const CheckCommand& command) {
  input::SubjectOptions options = subject_options(command.input, command.unroll);
  options.as = input::SubjectKind::Core;
  return options;
}

ExplorerOptions options_of(const CheckCommand& command, const MemoryModel& model) {
  ExplorerOptions options;
  options.model = &model;
  options.algorithm = *find_algorithm(command.algorithm);
  options.unfold.unroll = command.unroll;
  options.reductions = command.reductions;
  options.asked_for = command.asked_for;
  options.rvf = command.rvf;
  options.after_error = command.errors == ErrorLimit::All ? AfterError::GoOn : AfterError::Stop;
  options.stops_at = command.fails;
  if (command.prefers_short) {
    options.shown = ShownError::Shortest;
    options.after_error = AfterError::GoOn;
  }
  const bool counts_duplicates = command.count_duplicates == CountDuplicates::Yes;
  options.duplicates = counts_duplicates ? DuplicatePolicy::Count : DuplicatePolicy::Ignore;
  options.leaks = command.ignores_leaks ? LeakPolicy::Ignore : LeakPolicy::Report;
  options.max_seconds = command.max_seconds;
  options.max_executions = command.max_executions;
  options.interrupt = &interrupt_flag();
  if (command.simulates) options.simulated_workers = thread_count(command.jobs);
  return options;
}

std::optional<RunSettings> settings_of(const CheckCommand& command) {
  const InputOptions& input = command.input;
  auto models = models_of_arguments(command.models, input.colour, input.model_options);
  if (!models) return std::nullopt;
  for (const auto& model : *models) {
    if (const auto misfit = find_misfit(*find_algorithm(command.algorithm), *model)) {
      write(Stream::Error, format("drover: --algo: {}\n", words::misfit_text(*misfit)));
      return std::nullopt;
    }
  }
  auto mapping = mapping_of_argument(input.mapping, input.colour);
  if (!mapping) return std::nullopt;
  return RunSettings{*std::move(models), *std::move(mapping)};
}

FittedRun fit_run(const input::Subject& subject, const std::shared_ptr<const MemoryModel>& model,
                  const GivenMapping& given, ColourChoice colour) {
  input::FittedProgram compiled =
      input::fit_program(subject.program, &*subject.source, std::span(&model, 1), given,
                         colour_for(Stream::Error, colour));
  FittedRun run{.program = {},
                .model = {},
                .mapping = std::move(compiled.mapping),
                .complaint = std::move(compiled.complaint)};
  if (compiled.program == nullptr) return run;
  input::FittedModel fitted = input::fit_model(model, kind_of(*compiled.program));
  run.complaint = std::move(fitted.complaint);
  if (fitted.model == nullptr) return run;
  run.program = std::move(compiled.program);
  run.model = std::move(fitted.model);
  return run;
}

namespace {

// Returns a hint for a file that is not a core program.
std::string hint_on_kind(const input::Subject& subject) {
  if (!subject.source) return "";
  const input::SubjectKind kind = input::kind_of_text(subject.source->text());
  if (kind != input::SubjectKind::Litmus) return "";
  const bool is_file = subject.path != input::StandardInputName;
  return format("hint: this is a litmus test: `drover {} {}`\n", input::info_of(kind).command,
                is_file ? subject.path : input::StandardInputPath);
}

// Returns the first marked call; null if there is none.
const Instruction* first_mark(const Program& program) {
  for (const std::vector<Thread>* threads : {&program.threads, &program.routines}) {
    for (const Thread& thread : *threads) {
      const auto found = std::ranges::find_if(thread.code, [](const Instruction& instruction) {
        return std::holds_alternative<OperationMark>(instruction.body);
      });
      if (found != thread.code.end()) return &*found;
    }
  }
  return nullptr;
}

// Marks are for objects: without one, nothing is checked of them.
void warn_of_marks(input::Subject& subject) {
  if (!subject.program || !subject.program->specified.empty()) return;
  const Instruction* instruction = first_mark(*subject.program);
  if (instruction == nullptr) return;
  subject.sink
      .report(DiagnosticKind::CAttribute, instruction->source,
              {"marked calls are not checked: no object is declared"})
      .with_hint(
          "declare it in a comment, `// drover: object q : queue(enqueue, dequeue);`, or run "
          "`drover linearize`");
}

// Runs one call: each file under each model. Short-lived: holds references.
class CheckRun {
 public:
  CheckRun(const CheckCommand& command, const Models& models, GivenMapping mapping,
           const PreparedRun* prepared, work::Cluster* cluster)
      : command_(command),
        models_(models),
        mapping_(std::move(mapping)),
        prepared_(prepared),
        cluster_(cluster),
        pool_(command.simulates ? 1 : thread_count(command.jobs)),
        checked_(command.input.files.size() * models.size()),
        readings_(command.input.files.size()) {}

  int run() {
    int status = run_files(pool_, checked_.size(), [&](std::size_t i) { return check(i); });
    if (was_interrupted()) status = worse(status, ExitIncomplete);
    if (is_table()) write(Stream::Output, table() + mappings_text());
    return command_.sarif.empty() ? status : write_sarif(status);
  }

 private:
  // A file to check under several models.
  struct Reading {
    std::mutex mutex;
    std::shared_ptr<const input::Subject> subject;
    std::size_t uses = 0;
  };

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

  // Catches all exceptions, so that the other files are still checked.
  FileReport check(std::size_t i) {
    Checked& out = checked_[i];
    const std::string& file = file_of(i);
    out.summary = {.file = file, .model = std::string(model_of(i).name())};
    if (was_interrupted()) {
      const std::string_view why = words::brief_stop_text(requested_stop());
      out.report = {format("drover: {}: not checked, {}\n", file, why), "", ExitIncomplete};
      out.sarif = sarif_of_failure(file, format("not checked: {}", why));
      return std::move(out.report);
    }
    try {
      const AllocationGuard allocations;
      check_subject(i, prepared_ != nullptr ? prepared_->subject : *subject_of(i));
    } catch (...) {
      out.report = report_of_exception(file);
      out.sarif = sarif_of_failure(file, out.report.complaints);
    }
    return std::move(out.report);
  }

  // Reads a file for its first model and keeps it until its last model has asked for it.
  std::shared_ptr<const input::Subject> subject_of(std::size_t i) {
    Reading& reading = readings_[i / models_.size()];
    const std::lock_guard lock(reading.mutex);
    if (reading.subject == nullptr) {
      reading.subject = std::make_shared<const input::Subject>(
          input::read_subject(file_of(i), subject_options(command_)));
    }
    std::shared_ptr<const input::Subject> subject = reading.subject;
    if (++reading.uses == models_.size()) reading.subject.reset();
    return subject;
  }

  void check_subject(std::size_t i, const input::Subject& given) {
    Checked& out = checked_[i];
    const MemoryModel& model = model_of(i);
    out.summary.file = given.path;
    input::Subject subject = given;
    const bool is_first_model = i % models_.size() == 0;
    // Diagnostics are the same under each model: report them once.
    if (is_first_model) {
      warn_of_marks(subject);
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
      refuse_text(model, complaints, out);
      return;
    }
    const FittedRun fitted =
        fit_run(subject, models_[i % models_.size()], mapping_, command_.input.colour);
    if (fitted.program == nullptr) {
      fail(fitted.complaint, out);
      return;
    }
    subject.program = fitted.program;
    if (fitted.mapping != nullptr) out.mapping = fitted.mapping->name;
    ExplorerOptions options = options_of(command_, *fitted.model);
    options.pool = &pool_;
    if (command_.estimates) {
      estimate(subject, options, out);
      return;
    }
    if (command_.samples && !can_be_sampled(*subject.program, options)) {
      refuse_sampling("--sample", model, out);
      return;
    }
    check_program(subject, model, fitted.mapping.get(), options, out);
  }

  // `options` has the fitted model, `model` the model before fitting.
  void check_program(const input::Subject& subject, const MemoryModel& model,
                     const mapping::Mapping* mapping, ExplorerOptions& options, Checked& out) {
    if (const auto refusal = find_refusal_of_cut(*subject.program, options)) {
      fail(refusal_of(subject, *refusal), out);
      return;
    }
    // The progress line has room for one program.
    RunWatcher watcher(command_.progress, subject.path);
    if (pool_.size() == 1 || checked_.size() == 1) {
      options.progress = watcher.watch("", *subject.program, options);
    }
    // The identity includes the model's text; other runs need not read it.
    const bool is_told_apart = !command_.state.are_none() || cluster_ != nullptr;
    const RunIdentity identity =
        is_told_apart ? identity_of(command_, subject.source->text(), model, mapping_.get())
                      : RunIdentity();
    StateKeeper<ExplorationState> keeper(command_.state, identity);
    if (!keeper.prepare(whole_exploration())) {
      fail(keeper.complaint(), out);
      return;
    }
    options.resume = keeper.resumed();
    options.checkpoint = keeper.keeping();
    if (const std::string complaint = join_cluster(identity, options); !complaint.empty()) {
      fail(complaint, out);
      return;
    }
    if (prepared_ != nullptr) options.resume = &prepared_->state;
    const ExplorationResult result = explore_or_sample(*subject.program, options);
    if (const auto complaint = options.model->complaint()) {
      fail(*complaint, out);
      return;
    }
    if (result.left) keeper.keep(*result.left);
    out.report.complaints += keeper.complaint();
    CheckReport report{
        command_,
        model,
        *subject.program,
        *subject.source,
        result,
        mapping,
        search_progress(*subject.program, command_.progress_model, command_.max_seconds)};
    if (report.progress) {
      report.progress->deadlocks = result.deadlocks;
      report.progress->memory_model = model.name();
    }
    out.report.status = status_of(result, command_);
    if (report.progress) {
      const std::optional<bool> ends = report.progress->every_one_ends();
      if (!ends) out.report.status = worse(out.report.status, ExitIncomplete);
      if (ends == false) out.report.status = worse(out.report.status, ExitViolation);
    }
    if (!keeper.complaint().empty()) out.report.status = worse(out.report.status, ExitBadInput);
    out.summary = summary_of(report);
    if (!command_.sarif.empty()) out.sarif = sarif_of(report, command_.fails);
    out.report.report = report_text(report);
    if (!command_.picture.empty()) draw(subject, report, out.report);
  }

  [[nodiscard]] std::string refusal_of(const input::Subject& subject,
                                       const Refusal& refusal) const {
    const SourceRange& range = refusal.obstacle.source;
    const std::string text = words::refusal_text(refusal);
    if (range.line == 0) return format("{}: {}", subject.path, text);
    const std::size_t end_of_message = text.find('\n') + 1;
    return format(
        "{}:{}:{}: {}{}{}", subject.path, range.line, range.column, text.substr(0, end_of_message),
        render_place(*subject.source, range, colour_for(Stream::Error, command_.input.colour)),
        text.substr(end_of_message));
  }

  // Returns why the processes cannot work together. Empty if they can.
  [[nodiscard]] std::string join_cluster(const RunIdentity& identity,
                                         ExplorerOptions& options) const {
    if (cluster_ == nullptr) return "";
    options.cluster = cluster_;
    std::string complaint;
    for (const auto& misfit : cluster::find_misfits(*cluster_, identity_text(identity))) {
      complaint += format("drover-mpi: process {} on `{}` {}\n", misfit.rank, misfit.host,
                          misfit.has_input ? "has another program, model or version of Drover"
                                           : "cannot read the program or the model");
    }
    return complaint;
  }

  static void fail(const std::string& complaint, Checked& out) {
    out.report.complaints += complaint;
    out.report.status = ExitBadInput;
    out.sarif = sarif_of_failure(out.summary.file, complaint);
  }

  [[nodiscard]] ExplorationResult explore_or_sample(const Program& program,
                                                    const ExplorerOptions& options) const {
    if (!command_.samples) return explore(program, options);
    auto sampled = sample_executions(program, options,
                                     {.samples = *command_.samples,
                                      .seed = command_.seed.value_or(1),
                                      .max_seconds = command_.max_seconds});
    DROVER_CHECK(sampled.has_value(), "options that cannot be sampled were refused");
    // estimate_run estimates the number of executions better than the sample does.
    const RunEstimate all = estimate_run(program, options,
                                         {.seed = command_.seed.value_or(1),
                                          .parts = 50'000,
                                          .max_seconds = estimate_seconds(),
                                          .rate_seconds = 0});
    if (const SizeEstimate* const size = all.estimated()) {
      sampled->sample->executions = size->executions;
      sampled->sample->others = size->others;
      sampled->sample->all = size->all;
    }
    return std::move(*sampled);
  }

  static void refuse_sampling(std::string_view option, const MemoryModel& model, Checked& out) {
    out.report.complaints +=
        format("drover: {}: works only with models that `spore` explores, and `{}` is not one\n",
               option, model.name());
    out.report.status = ExitBadInput;
    out.summary.verdict = "invalid";
    out.sarif = sarif_of_failure(out.summary.file, out.report.complaints);
  }

  void estimate(const input::Subject& subject, const ExplorerOptions& options, Checked& out) const {
    if (!can_be_sampled(*subject.program, options)) {
      refuse_sampling("--estimate", *options.model, out);
      return;
    }
    const RunEstimate found =
        estimate_run(*subject.program, options,
                     {.seed = command_.seed.value_or(1), .max_seconds = estimate_seconds()});
    out.report.report = command_.format == ReportFormat::Json
                            ? json_estimate(subject.path, options.model->name(), found)
                            : text_estimate(subject.path, options.model->name(), found);
    out.report.status = found.estimated() != nullptr ? ExitVerified : ExitIncomplete;
  }

  // Returns the time limit of an estimate in seconds.
  [[nodiscard]] double estimate_seconds() const {
    return command_.max_seconds.value_or(EstimateOptions().max_seconds);
  }

  void refuse_text(const MemoryModel& model, std::span<const Diagnostic> complaints,
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
    const drawing::ErrorPictures pictures =
        drawing::draw_errors(report.result, report.model, subject.name, command_.picture, choice);
    if (command_.format == ReportFormat::Text) {
      for (const drawing::ErrorPicture& each : pictures.written) {
        out.report += format("  picture of {}: {}\n", error_kind_name(each.kind), each.path);
      }
    }
    if (pictures.complaint.empty()) return;
    out.complaints += format("drover: --picture: {}\n", pictures.complaint);
    out.status = ExitBadInput;
  }

  // Names the mappings that compiled programs for machine models.
  [[nodiscard]] std::string mappings_text() const {
    std::string out;
    for (std::size_t i = 0; i < models_.size() && i < checked_.size(); ++i) {
      if (checked_[i].mapping.empty()) continue;
      out += format("{}: compiled by the mapping {}\n", models_[i]->name(), checked_[i].mapping);
    }
    return out;
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
    return complaint.empty() ? status : refuse("--sarif: " + complaint);
  }

  const CheckCommand& command_;
  const Models& models_;
  GivenMapping mapping_;
  const PreparedRun* prepared_;
  work::Cluster* cluster_;  // null: a single process
  work::Pool pool_;
  std::vector<Checked> checked_;   // ordered by file, then model
  std::vector<Reading> readings_;  // by file
};

}  // namespace

int run_check(const CheckCommand& command, const PreparedRun* prepared, work::Cluster* cluster) {
  const RunGuard guard(command.max_memory);
  const std::optional<RunSettings> settings = settings_of(command);
  if (!settings) return ExitBadInput;
  return CheckRun(command, settings->models, settings->mapping, prepared, cluster).run();
}

int run(const CheckCommand& command) {
  // Standard input is read once and checked under each model.
  const std::vector<std::string>& files = command.input.files;
  const bool is_input = std::ranges::find(files, input::StandardInputPath) != files.end();
  std::error_code ignored;
  const bool is_file = std::filesystem::exists(std::string(input::StandardInputPath), ignored);
  if (!is_input || is_file || command.input.standard_input) return run_check(command, nullptr);
  CheckCommand read = command;
  read.input.standard_input = input::read_standard_input();
  return run_check(read, nullptr);
}

}  // namespace drover::cli
