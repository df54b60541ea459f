#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/commands.h"
#include "cli/fault.h"
#include "cli/file_runner.h"
#include "cli/litmus_report.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "drawing/compose.h"
#include "drawing/dot_writer.h"
#include "drawing/execution_picture.h"
#include "explorer/algorithm_table.h"
#include "explorer/algorithms/execution.h"
#include "explorer/explore.h"
#include "explorer/models/model_registry.h"
#include "input/subject.h"
#include "litmus/herd_printer.h"
#include "litmus/library.h"
#include "litmus/litmus_test.h"
#include "litmus/proposition.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "support/interrupt.h"
#include "support/write_file.h"
#include "words/plan_words.h"
#include "words/run_words.h"

namespace drover::cli {

namespace {

// ---- Which files ------------------------------------------------------------------------

// One file per line; empty lines and those that begin with `#` are skipped.
void read_list(std::istream& stream, const std::filesystem::path& folder,
               std::vector<std::string>& files) {
  for (std::string line; std::getline(stream, line);) {
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin == std::string::npos || line[begin] == '#') continue;
    line = line.substr(begin, line.find_last_not_of(" \t\r") - begin + 1);
    std::error_code ignored;
    const std::filesystem::path beside = folder / line;
    const bool is_beside = !folder.empty() && std::filesystem::exists(beside, ignored);
    files.push_back(is_beside ? beside.string() : line);
  }
}

struct FileList {
  std::vector<std::string> files;
  std::string complaints;
};

// Replaces `@LIST` and `-` by what they list.
FileList expand(const std::vector<std::string>& arguments) {
  FileList out;
  for (const std::string& argument : arguments) {
    if (argument == "-") {
      read_list(std::cin, "", out.files);
    } else if (argument.starts_with('@')) {
      const std::filesystem::path path(argument.substr(1));
      std::ifstream stream(path);
      if (!stream) {
        out.complaints += format("drover: cannot read the list `{}`\n", path.string());
        continue;
      }
      read_list(stream, path.parent_path(), out.files);
    } else {
      out.files.push_back(argument);
    }
  }
  return out;
}

// ---- Running one ------------------------------------------------------------------------

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

// Runs one test.
class TestRun {
 public:
  // `model` is the one to run under, nullptr: the dialect's.
  TestRun(const LitmusCommand& command, const MemoryModel* model, std::string path)
      : command_(command), model_(model), path_(std::move(path)) {}

  FileReport run() {
    subject_ = input::read_subject(path_, {.as = input::SubjectKind::Litmus,
                                           .unroll = command_.unroll,
                                           .strictness = command_.strictness});
    if (subject_.test) explore_test(*subject_.test);
    finish();
    return std::move(out_);
  }

 private:
  void explore_test(const litmus::LitmusTest& test) {
    const MemoryModel& model =
        model_ != nullptr ? *model_ : *find_model(test.dialect->default_model);
    ExplorerOptions options = options_of(command_, test, model);
    if (const auto misfit = find_misfit(options.algorithm, model)) {
      subject_.sink.report(DiagnosticKind::LitmusFault, {}, {words::misfit_text(*misfit)});
      return;
    }
    if (!command_.output_folder.empty()) {
      options.on_final_state = [&](const Execution& execution, const std::vector<Value>& state) {
        if (is_drawn(test, state)) drawn_.push_back(execution.graph());
      };
    }
    const ExplorationResult result = explore(test.program, options);
    litmus::LitmusVerdict verdict = litmus::judge(test, result, subject_.sink);
    verdict.model = model.name();
    if (subject_.sink.has_errors()) return;
    if (!command_.output_folder.empty()) draw(test, result.names, model);
    report(test, verdict);
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

  // Into DIR/NAME.dot, where NAME is the file's, as herd does.
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
      subject_.notes +=
          format("drover: {}: only the first {} executions are drawn\n", path_, MaxDrawn);
    }
  }

  // Of executions without a final state.
  void note_blocked(const litmus::LitmusVerdict& verdict) {
    if (verdict.deadlocks > 0) {
      subject_.notes +=
          format("drover: {}: {} and {} no final state\n", path_,
                 verdict.deadlocks == 1 ? "1 execution waits for ever"
                                        : format("{} executions wait for ever", verdict.deadlocks),
                 verdict.deadlocks == 1 ? "has" : "have");
    }
    const std::uint64_t cut = verdict.blocked - verdict.deadlocks;
    if (cut == 0) return;
    subject_.notes +=
        format("drover: {}: {} cut (by --reduce) where a thread would only have looked again\n",
               path_, cut == 1 ? "1 execution was" : format("{} executions were", cut));
  }

  void report(const litmus::LitmusTest& test, const litmus::LitmusVerdict& verdict) {
    if (verdict.was_cut && !command_.is_quiet) {
      subject_.notes += format(
          "drover: {}: a loop was cut after {} iterations (--unroll): outcomes may be missing\n",
          path_, command_.unroll);
    }
    if (!command_.is_quiet) note_blocked(verdict);
    if (!verdict.is_complete) {
      out_.status = ExitIncomplete;
      subject_.notes += format(
          "drover: {}: {}; so far {} {} {}\n", path_, words::brief_stop_text(verdict.stop_reason),
          litmus::observation_name(verdict), verdict.satisfying, verdict.others);
    }
    if (command_.format == ReportFormat::Json) {
      out_.report = litmus_json(test, verdict);
    } else if (verdict.is_complete) {
      out_.report =
          litmus::herd_report(test, verdict, litmus::test_digest(subject_.source->text()));
    }
    if (command_.verbosity == Verbosity::Verbose) {
      subject_.notes += format("drover: {}: {} under {}, {:.3f} s\n", path_, verdict.algorithm,
                               verdict.model, verdict.seconds);
    }
  }

  void finish() {
    const bool has_errors = subject_.sink.has_errors();
    out_.complaints = has_errors || !command_.is_quiet
                          ? subject_.complaints(colour_for(Stream::Error, command_.colour))
                          : subject_.notes;
    if (!has_errors) return;
    out_.status = ExitBadInput;
    out_.report = command_.format == ReportFormat::Json
                      ? litmus_refusal_json(path_, subject_.sink.sorted())
                      : "";
  }

  static constexpr std::size_t MaxDrawn = 1000;

  const LitmusCommand& command_;
  const MemoryModel* model_;
  std::string path_;
  input::Subject subject_;
  std::vector<ExecutionGraph> drawn_;
  FileReport out_;
};

// The names of the library's tests, what they are for, and what is known about them.
std::string library_list() {
  std::size_t width = 0;
  for (const litmus::LibraryTest& test : litmus::library_tests()) {
    width = std::max(width, test.name.size());
  }
  std::string out;
  for (const litmus::LibraryTest& test : litmus::library_tests()) {
    std::string verdicts;
    for (const litmus::LibraryTest::Expectation& each : test.expectations()) {
      verdicts += format("{}{} {}{}", verdicts.empty() ? "" : ", ", each.model, each.observation,
                         each.has_race ? " (race)" : "");
    }
    out += format("{:{}}  {:3}  {}\n{:{}}       {}\n", test.name, width, test.architecture(),
                  test.reason(), "", width, verdicts);
  }
  return out;
}

// No exception leaves it: the other tests are still to run.
FileReport run_or_excuse(const LitmusCommand& command, const MemoryModel* model,
                         const std::string& path) {
  if (was_interrupted()) {
    return {format("drover: {}: not run, interrupted\n", path), "", ExitIncomplete};
  }
  try {
    return TestRun(command, model, path).run();
  } catch (...) {
    return report_of_exception(path);
  }
}

}  // namespace

int run_litmus(const LitmusCommand& command) {
  if (command.lists_library) {
    write(Stream::Output, library_list());
    return ExitVerified;
  }
  const InterruptGuard guard;
  std::shared_ptr<const MemoryModel> model;
  if (!command.model.empty()) {
    model = model_of_argument(command.model, command.colour);
    if (model == nullptr) return ExitBadInput;
  }
  const FileList list = expand(command.files);
  write(Stream::Error, list.complaints);
  int status = list.complaints.empty() ? ExitVerified : ExitBadInput;
  if (command.jobs > 1) {
    return worse(status, run_in_parallel(command.jobs, list.files.size(), [&](std::size_t i) {
                   return run_or_excuse(command, model.get(), list.files[i]);
                 }));
  }
  for (const std::string& path : list.files) {
    const FileReport report = run_or_excuse(command, model.get(), path);
    print(report);
    status = worse(status, report.status);
  }
  return status;
}

}  // namespace drover::cli
