#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/estimate.h"
#include "cli/file_runner.h"
#include "cli/litmus_files.h"
#include "cli/litmus_report.h"
#include "cli/memory_limit.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "drawing/compose.h"
#include "drawing/execution_picture.h"
#include "drawing/writers.h"
#include "explorer/algorithms/execution.h"
#include "explorer/algorithms/stop_request.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/choice.h"
#include "explorer/plan/program_features.h"
#include "frontend/source.h"
#include "input/load_model.h"
#include "input/subject.h"
#include "litmus/expectation.h"
#include "litmus/herd_printer.h"
#include "litmus/library.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "report/command_json.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/text.h"
#include "support/write_file.h"
#include "words/fact_words.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// ---- Running one test -------------------------------------------------------------------

ExplorerOptions options_of(const LitmusCommand& command, const litmus::LitmusTest& test,
                           const MemoryModel& model) {
  ExplorerOptions options = litmus::herd_options(test, model);
  options.algorithm = *find_algorithm(command.algorithm);
  options.reductions = command.reductions;
  options.unfold.unroll = command.unroll;
  options.max_seconds = command.max_seconds;
  options.max_executions = command.max_executions;
  options.interrupt = &interrupt_flag();
  return options;
}

// Settings and resources that all tests share.
struct RunContext {
  const LitmusCommand& command;
  work::Pool& pool;
  std::shared_ptr<const MemoryModel> model;               // null: the dialect's
  const litmus::ExpectationFile* expectations = nullptr;  // nullptr: each test's own
  std::optional<std::string> standard_input;              // the test given as `-`
  std::size_t tests = 1;
};

// herd reads the kernel's tests with a bell file.
bool assumes_kernel(const LitmusCommand& command) {
  return command.model == "lkmm" || !command.input.model_options.bell.empty();
}

class TestRun {
 public:
  // `text`: of a test without a file.
  TestRun(const RunContext& context, std::string path, std::optional<std::string> text,
          ExpectationOutcome& expectation)
      : context_(context),
        command_(context.command),
        path_(std::move(path)),
        text_(std::move(text)),
        expectation_(expectation) {}

  FileReport run() {
    const std::string place = text_ ? std::string(input::StandardInputPath) : path_;
    subject_ = input::read_subject(
        place, {.as = input::SubjectKind::Litmus,
                .unroll = command_.unroll,
                .strictness = command_.strictness,
                .assumes_kernel = assumes_kernel(command_),
                .alignment = command_.alignment,
                .warnings = command_.input.warnings,
                .standard_input = text_ ? std::move(text_) : context_.standard_input});
    if (place == path_) path_ = subject_.path;
    if (subject_.test()) explore_test(*subject_.test());
    finish();
    return std::move(out_);
  }

 private:
  void explore_test(const litmus::LitmusTest& test) {
    const input::FittedModel fitted = input::fit_model(
        context_.model != nullptr ? context_.model : builtin_model(test.dialect->default_model),
        kind_of(test.program));
    if (fitted.model == nullptr) return refuse(fitted.complaint, "the model does not apply to it");
    const MemoryModel& model = *fitted.model;
    ExplorerOptions options = options_of(command_, test, model);
    options.pool = &context_.pool;
    if (const auto misfit = find_misfit(options.algorithm, model)) {
      subject_.sink.report(DiagnosticKind::LitmusFault, {}, {words::misfit_text(*misfit)});
      return;
    }
    if (const auto refusal = find_machine_refusal(test.program, options)) {
      subject_.sink.report(DiagnosticKind::LitmusFault, refusal->obstacle.source,
                           {words::machine_refusal_words(*refusal)});
      return;
    }
    if (!command_.output_folder.empty()) {
      options.on_final_state = [&](const Execution& execution, const std::vector<Value>& state) {
        if (is_drawn(test, state)) drawn_.push_back(execution.graph());
      };
    }
    // The progress line has room for one test.
    RunWatcher watcher(command_.progress, path_);
    if (context_.pool.size() == 1 || context_.tests == 1) {
      options.progress =
          watcher.watch(context_.tests == 1 ? "" : std::string(test.name), test.program, options);
    }
    const ExplorationResult result = explore(test.program, options);
    if (const auto complaint = model.complaint()) {
      return refuse(*complaint, "something is wrong with the model");
    }
    litmus::LitmusVerdict verdict = litmus::judge(test, result);
    for (const litmus::LitmusVerdict::Fault& fault : verdict.faults) {
      subject_.sink.report(DiagnosticKind::LitmusFault, fault.source,
                           {words::fact_text(fault.fact)});
    }
    for (const litmus::LitmusVerdict::Fault& fault : verdict.left_out) {
      subject_.sink.report(DiagnosticKind::LitmusMeaning, fault.source,
                           {format("{}: as in herd, executions with it do not count",
                                   words::fact_text(fault.fact))});
    }
    verdict.model = model.name();
    if (subject_.sink.has_errors()) return;
    if (!command_.output_folder.empty()) draw(test, result.names, model);
    find_progress(test, options);
    report(test, verdict);
  }

  // Loops that wait are awaits here: their iterations need not be cut.
  void find_progress(const litmus::LitmusTest& test, ExplorerOptions options) {
    progress_ = search_progress(test.program, command_.progress_model, command_.max_seconds);
    if (!progress_) return;
    if (!progress_->every_one_ends()) out_.status = ExitIncomplete;
    if (progress_->result.endless) return;
    options.reductions = ReductionSet({Reduction::Plp, Reduction::Await});
    options.on_final_state = nullptr;
    options.progress = nullptr;
    progress_->deadlocks = litmus::judge(test, explore(test.program, options)).deadlocks;
    progress_->memory_model = options.model->name();
  }

  void note(std::string_view text) { subject_.notes += format("drover: {}: {}\n", path_, text); }

  // Reports that the model cannot run on this test.
  void refuse(const std::string& complaint, std::string_view why) {
    subject_.notes += complaint;
    note(format("not run: {}", why));
    out_.status = ExitBadInput;
    if (command_.format == ReportFormat::Json) {
      out_.report = report::refusal_line(path_, subject_.sink.sorted());
    }
  }

  [[nodiscard]] bool is_drawn(const litmus::LitmusTest& test, const std::vector<Value>& state) {
    if (test.condition.filter && !litmus::holds(*test.condition.filter, state)) return false;
    if (drawn_.size() >= MaxDrawn) return false;
    switch (command_.show) {
      case ShowExecutions::All: return true;
      case ShowExecutions::None: return false;
      case ShowExecutions::Proposition: return litmus::holds(test.condition.proposition, state);
      case ShowExecutions::Negative: return !litmus::holds(test.condition.proposition, state);
    }
    return false;
  }

  // Draws into DIR/NAME.dot, with the file's NAME, as herd does.
  void draw(const litmus::LitmusTest& test, const GraphNames& names, const MemoryModel& model) {
    const std::filesystem::path folder(command_.output_folder);
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    const bool is_file = input::kind_of_name(path_) == input::SubjectKind::Litmus;
    const std::string stem =
        is_file ? std::filesystem::path(path_).stem().string() : std::string(test.name);
    const std::filesystem::path target = folder / (stem + ".dot");
    drawing::PictureRequest request;
    request.relations = drawing::usual_relations(model);
    std::string text;
    for (const ExecutionGraph& graph : drawn_) {
      text += drawing::write_dot(drawing::compose_picture(graph, names, model, request)) + "\n";
    }
    const std::string complaint = write_whole_file(target, text);
    if (!complaint.empty()) {
      subject_.notes += format("drover: {}\n", complaint);
      out_.status = ExitBadInput;
    } else if (drawn_.size() == MaxDrawn) {
      note(format("only the first {} executions are drawn", MaxDrawn));
    }
  }

  // Notes executions without a final state.
  void note_blocked(const litmus::LitmusVerdict& verdict) {
    if (verdict.deadlocks > 0) {
      note(verdict.deadlocks == 1
               ? "1 execution waits forever and has no final state"
               : format("{} executions wait forever and have no final state", verdict.deadlocks));
    }
    const std::uint64_t cut = verdict.blocked - verdict.deadlocks;
    if (cut == 0) return;
    const auto& topology = subject_.test()->program.topology;
    if (topology != nullptr && !topology->barriers.empty()) {
      note(format("{} a thread at a control barrier that is not passed",
                  cut == 1 ? "1 execution has" : format("{} executions have", cut)));
      return;
    }
    note(format("{} cut (by --reduce) where a loop would only have read again",
                cut == 1 ? "1 execution was" : format("{} executions were", cut)));
  }

  // Sets the status if the result differs from the expectation.
  void compare(const litmus::LitmusTest& test, const litmus::LitmusVerdict& verdict) {
    const auto expected = context_.expectations != nullptr
                              ? context_.expectations->find(test.name, path_)
                              : litmus::own_expectation(subject_.source->text(), verdict.model);
    if (!expected) return;
    const std::optional<bool> is_met = litmus::is_met(*expected, test, verdict);
    expectation_ = {.state = !is_met   ? ExpectationState::Unknown
                             : *is_met ? ExpectationState::Met
                                       : ExpectationState::NotMet,
                    .expected = litmus::expectation_text(*expected)};
    if (is_met != false) return;
    out_.status = ExitViolation;
    note(format("expected {}, observed {} ({}) under {}{}", expectation_.expected,
                litmus::observation_name(verdict), litmus::verdict_name(test, verdict),
                verdict.model, verdict.is_complete ? "" : " so far"));
  }

  void report(const litmus::LitmusTest& test, const litmus::LitmusVerdict& verdict) {
    if (verdict.was_cut && !command_.is_quiet) {
      note(format("a loop was cut after {} (--unroll): outcomes may be missing",
                  words::plural(command_.unroll, "iteration")));
    }
    if (!command_.is_quiet) note_blocked(verdict);
    if (!verdict.is_complete) {
      out_.status = ExitIncomplete;
      note(format("{}; so far {} {} {}", words::brief_stop_text(verdict.stop_reason),
                  litmus::observation_name(verdict), verdict.satisfying, verdict.others));
    }
    if (command_.expect.is_given) compare(test, verdict);
    const bool is_verbose = command_.verbosity == Verbosity::Verbose;
    if (command_.format == ReportFormat::Json) {
      out_.report = litmus_json(test, verdict, command_.expect.is_given ? &expectation_ : nullptr,
                                progress_ ? &*progress_ : nullptr);
    } else if (verdict.is_complete) {
      out_.report = litmus::herd_report(test, verdict, litmus::test_digest(subject_.source->text()),
                                        is_verbose ? verdict.model : "");
      if (progress_) {
        out_.report.insert(out_.report.size() - 1,
                           format("Progress {}: {}\n", progress_->model,
                                  progress_sentence(*progress_, test.program)));
      }
    }
    if (is_verbose) {
      note(format("{} under {}, {:.3f} s", verdict.algorithm, verdict.model, verdict.seconds));
      if (const auto& reason = verdict.algorithm_reason) {
        note(format("algorithm {}: {}", verdict.algorithm, words::choice_text(*reason)));
      }
    }
  }

  void finish() {
    const bool has_errors = subject_.sink.has_errors();
    out_.complaints = has_errors || !command_.is_quiet
                          ? subject_.complaints(colour_for(Stream::Error, command_.input.colour))
                          : subject_.notes;
    if (!has_errors) return;
    out_.complaints += hint_on_kind();
    out_.status = ExitBadInput;
    out_.report = command_.format == ReportFormat::Json
                      ? report::refusal_line(path_, subject_.sink.sorted())
                      : "";
  }

  // Returns a hint for a file that is not a litmus test.
  [[nodiscard]] std::string hint_on_kind() const {
    if (!subject_.source) return "";
    const std::string& text = subject_.source->text();
    const input::SubjectKind kind = input::kind_of_text(text);
    if (kind == input::SubjectKind::Litmus) return "";
    const litmus::ExpectationFile expectations(text);
    if (!expectations.is_empty() && expectations.wrong_lines().empty()) {
      return format("hint: this is a file of expectations: `--expect={}`\n", path_);
    }
    const bool is_file = path_ != input::StandardInputName;
    return format("hint: for a core program: `drover {} {}`\n", input::info_of(kind).command,
                  is_file ? path_ : input::StandardInputPath);
  }

  static constexpr std::size_t MaxDrawn = 1000;

  const RunContext& context_;
  const LitmusCommand& command_;
  std::string path_;
  std::optional<std::string> text_;
  ExpectationOutcome& expectation_;
  input::Subject subject_;
  std::vector<ExecutionGraph> drawn_;
  std::optional<ProgressOutcome> progress_;
  FileReport out_;
};

// Lists the library's tests with their purpose and known results.
std::string library_list() {
  std::size_t width = 0;
  for (const litmus::LibraryTest& test : litmus::library_tests()) {
    width = std::max(width, test.name.size());
  }
  std::string out;
  for (const litmus::LibraryTest& test : litmus::library_tests()) {
    const auto words_of = [](const litmus::LibraryTest::Expectation& each) {
      return format("{} {}{}", each.model, each.observation, each.has_race ? " (race)" : "");
    };
    out += format("{:{}}  {:3}  {}\n{:{}}       {}\n", test.name, width, test.architecture(),
                  test.reason(), "", width, joined(test.expectations(), ", ", words_of));
  }
  return out;
}

FileReport run_or_excuse(const RunContext& context, const std::string& path,
                         const std::optional<std::string>& text, ExpectationOutcome& expectation) {
  if (was_interrupted()) {
    return {format("drover: {}: not run, {}\n", path, words::brief_stop_text(requested_stop())), "",
            ExitIncomplete};
  }
  return run_guarded(path, [&] { return TestRun(context, path, text, expectation).run(); });
}

// ---- Expectations -----------------------------------------------------------------------

// Nothing, and a message, if the file cannot be read.
std::optional<litmus::ExpectationFile> read_expectations(const LitmusCommand& command) {
  DiagnosticSink sink;
  const std::optional<SourceBuffer> source = read_source(command.expect.file, sink);
  write(Stream::Error, render(sink, command.expect.file, nullptr,
                              colour_for(Stream::Error, command.input.colour)));
  if (!source) return std::nullopt;
  litmus::ExpectationFile file(source->text());
  if (!file.wrong_lines().empty()) {
    write(Stream::Error,
          format("drover: --expect: {}:{}: not of the form `NAME Never`, `NAME,1` or herd's "
                 "output\n",
                 command.expect.file, file.wrong_lines().front()));
    return std::nullopt;
  }
  if (const auto& wrong = file.contradiction()) {
    write(Stream::Error, format("drover: --expect: {}:{}: line {} expects something else of `{}`\n",
                                command.expect.file, wrong->line, wrong->earlier, wrong->test));
    return std::nullopt;
  }
  return file;
}

// True unless the file of --bell is missing.
bool is_bell_readable(const LitmusCommand& command) {
  const std::string& bell = command.input.model_options.bell;
  DiagnosticSink sink;
  if (bell.empty() || read_source(bell, sink)) return true;
  write(Stream::Error,
        render(sink, bell, nullptr, colour_for(Stream::Error, command.input.colour)));
  return false;
}

// Returns the last line and status of a run with --expect.
FileReport sum_up(const std::vector<ExpectationOutcome>& outcomes, ReportFormat report_format) {
  const auto count = [&](ExpectationState state) {
    return std::ranges::count(outcomes, state, &ExpectationOutcome::state);
  };
  const auto met = count(ExpectationState::Met);
  const auto not_met = count(ExpectationState::NotMet);
  const auto unknown = count(ExpectationState::Unknown);
  const auto none = count(ExpectationState::None);
  std::string line = format("Expectations: {} met, {} not met", met, not_met);
  if (unknown > 0) line += format(", {} unknown", unknown);
  if (none > 0)
    line += format(", {} without", words::plural(static_cast<std::uint64_t>(none), "test"));
  FileReport out;
  out.status = not_met > 0 ? ExitViolation : unknown > 0 ? ExitIncomplete : ExitVerified;
  (report_format == ReportFormat::Json ? out.complaints : out.report) = line + "\n";
  if (met + not_met + unknown == 0) {
    out.complaints += "drover: --expect: nothing is expected of any test\n";
    out.status = ExitBadInput;
  }
  return out;
}

int run_tests(const RunContext& context, const std::vector<std::string>& files) {
  std::vector<ExpectationOutcome> outcomes(files.size());
  const int status = run_files(context.pool, files.size(), [&](std::size_t i) {
    const std::vector<std::string>& texts = context.command.texts;
    return run_or_excuse(context, files[i], texts.empty() ? std::nullopt : std::optional(texts[i]),
                         outcomes[i]);
  });
  if (!context.command.expect.is_given) return status;
  const FileReport sum = sum_up(outcomes, context.command.format);
  print(sum);
  return worse(status, sum.status);
}

}  // namespace

int run(const LitmusCommand& command) {
  if (command.lists_library) {
    write(Stream::Output, library_list());
    return ExitVerified;
  }
  const RunGuard guard(command.max_memory);
  if (!is_bell_readable(command)) return ExitBadInput;
  std::shared_ptr<const MemoryModel> model;
  if (!command.model.empty()) {
    model = model_of_argument(command.model, command.input.colour, command.input.model_options);
    if (model == nullptr) return ExitBadInput;
  }
  std::optional<litmus::ExpectationFile> expectations;
  if (!command.expect.file.empty()) {
    expectations = read_expectations(command);
    if (!expectations) return ExitBadInput;
  }
  const LitmusFiles list =
      command.texts.empty() ? files_of(command) : LitmusFiles{.files = command.input.files};
  write(Stream::Error, list.complaints);
  work::Pool pool(thread_count(command.jobs));
  const RunContext context{.command = command,
                           .pool = pool,
                           .model = model,
                           .expectations = expectations ? &*expectations : nullptr,
                           .standard_input = list.standard_input,
                           .tests = list.files.size()};
  const int status = list.complaints.empty() ? ExitVerified : ExitBadInput;
  return worse(status, run_tests(context, list.files));
}

}  // namespace drover::cli
