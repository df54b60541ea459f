#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/draw_command.h"
#include "support/format.h"

namespace drover::cli {

namespace {

class CheckArguments : public CommandArguments {
 public:
  explicit CheckArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", command_.input.files, "programs to verify")->required()->type_name("");
    add_model(app, command_.model)->capture_default_str();
    add_algorithm(app, command_.algorithm);
    constants_.add_to(app);
    add_unroll(app, command_.input.unroll)->capture_default_str();
    add_reductions();
    add_rvf_switches();
    app.add_flag("--json", is_json_, "one JSON object per file");
    app.add_flag("--all-errors", has_all_errors_, "go on after the first error");
    app.add_flag("--count-duplicates", counts_duplicates_,
                 "count executions that are explored more than once");
    add_max_time(app, command_.max_seconds, ", per file");
    add_max_executions(app, command_.max_executions);
    add_jobs(app, command_.jobs, "files to verify at the same time");
    app.add_option("--picture", command_.picture,
                   "draw the execution of an error into FILE.svg, .png or .dot")
        ->type_name("FILE");
    app.add_flag("-v,--verbose", is_verbose_, "say more about the run");
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    command_.input.constants = constants_.take();
    command_.input.colour = colour_.take();
    require_model("--model", command_.model);
    require_algorithm(command_.algorithm, command_.model);
    for (const std::string& name : rvf_switches_) {
      if (command_.algorithm != "rvf" && app().count(name) > 0) {
        throw CLI::ValidationError(name, "goes with `--algo rvf`");
      }
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
      app().add_flag_callback(
          format("--no-{}", name), [this, reduction] { command_.reductions.erase(reduction); },
          format("turn the reduction `{}` off", name));
    }
    for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
      const std::string_view name = reduction_name(pass);
      app().add_flag_callback(
          format("--{}", name), [this, pass] { command_.asked_for.insert(pass); },
          format("run the pass `{}` before any algorithm, also before a reference", name));
    }
  }

  void add_rvf_switches() {
    const auto turn_off = [this](const std::string& name, bool& part, const std::string& text) {
      rvf_switches_.push_back(name);
      app().add_flag_callback(
          name, [&part] { part = false; }, "rvf: " + text);
    };
    turn_off("--no-closure", command_.rvf.vsc.closure, "search without what the closure knows");
    turn_off("--no-greedy", command_.rvf.vsc.greedy, "search without taking reads at once");
    turn_off("--no-guide", command_.rvf.vsc.use_guide, "search without the trace at hand");
    turn_off("--no-signals", command_.rvf.signals, "explore without backtrack signals");
  }

  void require_picture() const {
    if (command_.picture.empty()) return;
    if (command_.input.files.size() > 1) {
      throw CLI::ValidationError("--picture", "goes with one program");
    }
    const auto picture_format = drawing::format_of_file(command_.picture);
    if (picture_format && *picture_format != drawing::PictureFormat::Text) return;
    throw CLI::ValidationError("--picture",
                               format("`{}` does not end in .svg, .png or .dot", command_.picture));
  }

  CheckCommand command_;
  ConstantOptions constants_;
  ColourOption colour_;
  std::vector<std::string> rvf_switches_;
  bool is_json_ = false;
  bool has_all_errors_ = false;
  bool counts_duplicates_ = false;
  bool is_verbose_ = false;
};

}  // namespace

std::unique_ptr<CommandArguments> add_check(CLI::App& whole) {
  return std::make_unique<CheckArguments>(
      *whole.add_subcommand("check", "verify core programs (.drv)"));
}

}  // namespace drover::cli
