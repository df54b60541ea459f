#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"

namespace drover::cli {

namespace {

class LitmusArguments : public CommandArguments {
 public:
  explicit LitmusArguments(CLI::App& app) : CommandArguments(app) {
    app.add_option("FILE", command_.files,
                   "litmus tests, or names of those in the library; @LIST for a file that "
                   "lists them, - for a list on standard input")
        ->type_name("");
    add_model(app, command_.model, " (default: rc11 for C, tso for X86)");
    add_algorithm(app, command_.algorithm);
    add_unroll(app, command_.unroll)->capture_default_str();
    app.add_flag("--list", command_.lists_library, "list the tests in the library");
    app.add_flag("--strict-herd", is_strict_herd_, "only what herd accepts, with herd's meaning");
    app.add_flag("--reduce", is_reduced_,
                 "explore less where that is sound: the same states, other counts");
    app.add_flag("--json", is_json_, "one JSON object per test");
    add_max_time(app, command_.max_seconds, ", per test");
    add_max_executions(app, command_.max_executions);
    add_jobs(app, command_.jobs, "tests to run at the same time");
    add_output();
    colour_.add_to(app);
  }

  [[nodiscard]] Command take() override {
    if (command_.files.empty() && !command_.lists_library) {
      throw CLI::ValidationError("litmus", "no test is named");
    }
    command_.model = model_of_herd(command_.model);
    if (!command_.model.empty()) require_model("--model", command_.model);
    require_algorithm(command_.algorithm, command_.model);
    if (command_.algorithm == "rvf" && !is_reduced_) {
      throw CLI::ValidationError(
          "--algo",
          "`rvf` does not count executions as herd does: add --reduce to have the states");
    }
    if (!ignored_macros_.empty() && !ignored_macros_.ends_with("c11.def")) {
      throw CLI::ValidationError("-macros", "only herd's c11.def is known, and built in");
    }
    if (is_strict_herd_) command_.strictness = litmus::Strictness::Herd;
    if (is_reduced_) command_.reductions = ReductionSet::all();
    if (is_json_) command_.format = ReportFormat::Json;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    command_.show = show_ == "all"    ? ShowExecutions::All
                    : show_ == "neg"  ? ShowExecutions::Negative
                    : show_ == "none" ? ShowExecutions::None
                                      : ShowExecutions::Proposition;
    command_.colour = colour_.take();
    return command_;
  }

 private:
  // Mostly herd's options; those that only tell herd how to be faster do nothing.
  void add_output() {
    app()
        .add_option("-o", command_.output_folder, "draw executions into DIR, as DOT")
        ->type_name("DIR");
    app()
        .add_option("--show", show_, "which executions -o draws")
        ->check(CLI::IsMember({"prop", "all", "neg", "none"}).description(""))
        ->type_name("prop|all|neg|none")
        ->capture_default_str();
    app()
        .add_option("-I", ignored_folders_, "herd's; the models are built in")
        ->type_name("DIR")
        ->allow_extra_args(false);
    app()
        .add_option("--macros", ignored_macros_, "herd's; only c11.def, which is built in")
        ->type_name("FILE");
    app()
        .add_option("--speedcheck", ignored_speed_, "herd's; answers are always complete")
        ->check(CLI::IsMember({"true", "false", "fast"}).description(""))
        ->type_name("true|false|fast");
    app().add_flag("-q,--quiet", command_.is_quiet, "no warnings");
    app().add_flag("-v,--verbose", is_verbose_, "say more about the run");
  }

  LitmusCommand command_;
  ColourOption colour_;
  bool is_strict_herd_ = false;
  bool is_reduced_ = false;
  bool is_json_ = false;
  bool is_verbose_ = false;
  std::string show_ = "prop";
  std::vector<std::string> ignored_folders_;
  std::string ignored_macros_;
  std::string ignored_speed_;
};

}  // namespace

std::unique_ptr<CommandArguments> add_litmus(CLI::App& whole) {
  return std::make_unique<LitmusArguments>(
      *whole.add_subcommand("litmus", "run litmus tests; prints what herd7 prints"));
}

}  // namespace drover::cli
