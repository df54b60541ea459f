#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/draw_command.h"
#include "drawing/execution_picture.h"
#include "support/format.h"

namespace drover::cli {

namespace {

class CheckArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    arguments_ = {input_files(&command_.input.files, "programs to verify"),
                  with_default(model_option(command_.model)), algorithm_option(command_.algorithm),
                  constants_.option(), with_default(unroll_option(&command_.input.unroll))};
    add_reductions();
    add_rvf_switches();
    add_rest();
    return std::move(arguments_);
  }

  [[nodiscard]] Command take() {
    command_.input.constants = constants_.take();
    command_.input.colour = colour_.take();
    command_.input.warnings = warnings_.take();
    require_model("--model", command_.model);
    require_algorithm(command_.algorithm, command_.model);
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
    arguments_.insert(arguments_.end(),
                      {flag("--json", &is_json_, "one JSON object per file"),
                       flag("--all-errors", &has_all_errors_, "go on after the first error"),
                       flag("--count-duplicates", &counts_duplicates_,
                            "count executions that are explored more than once"),
                       max_time_option(&command_.max_seconds, ", per file"),
                       max_executions_option(&command_.max_executions),
                       jobs_option(command_.jobs, "files to verify at the same time"),
                       {.names = "--picture",
                        .value = "FILE",
                        .text = "draw the execution of an error into FILE.svg, .png or .dot",
                        .target = &command_.picture,
                        .kind = ValueIs::File},
                       warnings_.option(),
                       flag("-v,--verbose", &is_verbose_, "say more about the run"),
                       colour_.option()});
  }

  void require_picture() const {
    if (command_.picture.empty()) return;
    if (command_.input.files.size() > 1) {
      throw WrongArgument("--picture", "goes with one program");
    }
    const auto picture_format = drawing::format_of_file(command_.picture);
    if (picture_format && *picture_format != drawing::PictureFormat::Text) return;
    throw WrongArgument("--picture",
                        format("`{}` does not end in .svg, .png or .dot", command_.picture));
  }

  CheckCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
  WarningOptions warnings_;
  std::vector<Argument> arguments_;        // while they are listed
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
       {ExitViolation, "a property is violated"},
       BadInputMeaning,
       {ExitIncomplete, "a limit was reached before the end, and nothing wrong was seen"},
       FaultMeaning});
}

}  // namespace drover::cli
