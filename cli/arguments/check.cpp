#include <algorithm>
#include <string_view>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/draw_command.h"
#include "drawing/execution_picture.h"
#include "explorer/error_kinds.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "words/styles.h"

namespace drover::cli {

namespace {

class CheckArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    arguments_ = {input_files(&command_.input.files, "programs to verify"), models_of_check(),
                  algorithm_option(command_.algorithm), constants_.option(),
                  with_default(unroll_option(&command_.input.unroll))};
    add_reductions();
    add_rvf_switches();
    add_rest();
    return std::move(arguments_);
  }

  [[nodiscard]] Command take() {
    command_.input.constants = constants_.take();
    command_.input.colour = colour_.take();
    command_.input.warnings = warnings_.take();
    take_models();
    for (const std::string& model : command_.models) require_algorithm(command_.algorithm, model);
    take_failing_kinds();
    if (command_.algorithm != "rvf" && !rvf_switches_.empty()) {
      throw WrongArgument(rvf_switches_.front(), "goes with `--algo rvf`");
    }
    require_picture();
    if (is_json_) command_.format = ReportFormat::Json;
    if (has_all_errors_) command_.errors = ErrorLimit::All;
    if (counts_duplicates_) command_.count_duplicates = CountDuplicates::Yes;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    return command_;
  }

 private:
  [[nodiscard]] Argument models_of_check() {
    Argument option = models_option(models_, ", or all of them: `all`; several give one table");
    option.proposals.emplace_back("all");
    option.usual = command_.models.front();
    return option;
  }

  // Each once, in the order of the command line.
  void take_models() {
    if (models_.empty()) return;
    command_.models.clear();
    const auto add = [this](const std::string& name) {
      if (std::ranges::find(command_.models, name) == command_.models.end()) {
        command_.models.push_back(name);
      }
    };
    for (const std::string& name : models_) {
      if (name == "all") {
        for (const std::string_view each : model_names()) add(std::string(each));
        continue;
      }
      require_model("--model", name);
      add(name);
    }
  }

  static std::vector<std::string> failing_words() {
    std::vector<std::string> words;
    for (const ErrorKind kind : AllErrorKinds) words.emplace_back(error_kind_name(kind));
    words.emplace_back("none");
    return words;
  }

  void take_failing_kinds() {
    if (fail_on_.empty()) return;
    command_.fails = ErrorKindSet::none();
    for (const std::string& word : fail_on_) {
      if (word == "none") continue;
      const auto kind = find_error_kind(word);
      if (!kind) {
        const std::vector<std::string> known = failing_words();
        throw WrongArgument("--fail-on",
                            format("there is no kind of error `{}`{} (there are: {})", word,
                                   suggestion(word, known), words::joined(known, " ")));
      }
      command_.fails.insert(*kind);
    }
  }

  void add_reductions() {
    for (const Reduction reduction : AllReductions) {
      const std::string_view name = reduction_name(reduction);
      arguments_.push_back(flag(
          format("--no-{}", name), [this, reduction] { command_.reductions.erase(reduction); },
          format("turn the reduction `{}` off", name)));
    }
    for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
      const std::string_view name = reduction_name(pass);
      arguments_.push_back(flag(
          format("--{}", name), [this, pass] { command_.asked_for.insert(pass); },
          format("run the pass `{}` before any algorithm, also before a reference", name)));
    }
  }

  void add_rvf_switches() {
    const auto turn_off = [this](const std::string& name, bool& part, const std::string& text) {
      const auto action = [this, name, &part] {
        part = false;
        rvf_switches_.push_back(name);
      };
      arguments_.push_back(flag(name, action, "rvf: " + text));
    };
    turn_off("--no-closure", command_.rvf.vsc.closure, "search without what the closure knows");
    turn_off("--no-greedy", command_.rvf.vsc.greedy, "search without taking reads at once");
    turn_off("--no-guide", command_.rvf.vsc.use_guide, "search without the trace at hand");
    turn_off("--no-signals", command_.rvf.signals, "explore without backtrack signals");
  }

  void add_rest() {
    arguments_.insert(
        arguments_.end(),
        {flag("--json", &is_json_, "one JSON object per file and model"),
         {.names = "--sarif",
          .value = "FILE",
          .text = "write the errors into FILE, in SARIF 2.1.0",
          .target = &command_.sarif,
          .kind = ValueIs::File},
         {.names = "--fail-on",
          .value = "KIND,…",
          .text = "only errors of these kinds stop the run and make the status 1: " +
                  words::joined(failing_words(), " "),
          .target = &fail_on_,
          .proposals = failing_words(),
          .has_commas = true},
         flag("--all-errors", &has_all_errors_, "go on after the first error"),
         flag("--strict", &command_.is_strict, "a vacuous verdict is a violation: status 1"),
         flag("--count-duplicates", &counts_duplicates_,
              "count executions that are explored more than once"),
         max_time_option(&command_.max_seconds, ", per file and model"),
         max_executions_option(&command_.max_executions),
         jobs_option(command_.jobs, "files and models to verify at the same time"),
         {.names = "--picture",
          .value = "FILE",
          .text = "draw the execution of an error into FILE.svg, .png or .dot",
          .target = &command_.picture,
          .kind = ValueIs::File},
         warnings_.option(),
         flag("-v,--verbose", &is_verbose_,
              "say more about the run, and show the execution of each error"),
         colour_.option()});
  }

  void require_picture() const {
    if (command_.picture.empty()) return;
    if (command_.input.files.size() > 1) {
      throw WrongArgument("--picture", "goes with one program");
    }
    if (command_.models.size() > 1) throw WrongArgument("--picture", "goes with one model");
    const auto picture_format = drawing::format_of_file(command_.picture);
    if (picture_format && *picture_format != drawing::PictureFormat::Text) return;
    throw WrongArgument(
        "--picture",
        format("`{}` does not end in .svg, .png, .pdf, .tex, .tikz or .dot", command_.picture));
  }

  CheckCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
  WarningOptions warnings_;
  std::vector<Argument> arguments_;  // while they are listed
  std::vector<std::string> models_;  // as they were given
  std::vector<std::string> fail_on_;
  std::vector<std::string> rvf_switches_;  // those that were given
  bool is_json_ = false;
  bool has_all_errors_ = false;
  bool counts_duplicates_ = false;
  bool is_verbose_ = false;
};

}  // namespace

CommandDescription describe_check() {
  return describe<CheckArguments>(
      "check", "verify core programs (.drv)",
      {{ExitVerified, "verified: no property is violated"},
       {ExitViolation,
        "a property is violated, of a kind that --fail-on names; with --strict, or the verdict is "
        "vacuous"},
       BadInputMeaning,
       {ExitIncomplete, "a limit was reached before the end, and nothing wrong was seen"},
       FaultMeaning});
}

}  // namespace drover::cli
