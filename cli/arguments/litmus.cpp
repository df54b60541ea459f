#include <algorithm>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"

namespace drover::cli {

namespace {

class LitmusArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    std::vector<Argument> all{
        {.names = "FILE",
         .text = "litmus tests, or names of tests in the library; @LIST for a file that lists "
                 "them, like herd's @all; - or no file: a test or a list on standard input",
         .target = &command_.files,
         .kind = ValueIs::File},
        model_option(command_.model, " (default: that of the test's dialect)"),
        algorithm_option(command_.algorithm),
        with_default(unroll_option(&command_.unroll)),
        flag("--list", &command_.lists_library, "list the tests in the library"),
        flag("--strict-herd", &is_strict_herd_, "only what herd accepts, with herd's meaning"),
        flag("--reduce", &is_reduced_,
             "explore less where that is sound: the same states, other counts"),
        {.names = "--expect",
         .value = "FILE",
         .text =
             "compare with what is expected: with what each test says about itself (`Verdicts=`, "
             "`Result: Never`), or with FILE, which has a line `NAME Never` or `NAME,1` for "
             "each test, or is herd's output",
         .target = FlagValue{&command_.expect},
         .kind = ValueIs::File},
        flag("--json", &is_json_, "one JSON object per test"),
        max_time_option(&command_.max_seconds, ", per test"),
        memory_.option(),
        max_executions_option(&command_.max_executions),
        jobs_option(command_.jobs,
                    "threads: for tests and parts of explorations (0: all processors)"),
        progress_.option()};
    const std::vector<Argument> of_herd = herd_options();
    all.insert(all.end(), of_herd.begin(), of_herd.end());
    all.push_back(warnings_.option());
    all.push_back(colour_.option());
    return all;
  }

  [[nodiscard]] Command take() {
    command_.model = model_of_herd(command_.model, command_.model_options.folders);
    for (const std::string& each : variants_) take_variants(each);
    if (!command_.model.empty()) require_model("--model", command_.model);
    require_algorithm(command_.algorithm, command_.model);
    if (command_.algorithm == "rvf" && !is_reduced_) {
      throw WrongArgument(
          "--algo", "`rvf` does not count executions as herd does: add --reduce to get the states");
    }
    if (!ignored_macros_.empty() && !ignored_macros_.ends_with("c11.def")) {
      throw WrongArgument("-macros", "only herd's c11.def is known, and built in");
    }
    if (is_strict_herd_) command_.strictness = litmus::Strictness::Herd;
    if (is_reduced_) command_.reductions = ReductionSet::all();
    if (is_json_) command_.format = ReportFormat::Json;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    command_.show = show_ == "all"    ? ShowExecutions::All
                    : show_ == "neg"  ? ShowExecutions::Negative
                    : show_ == "none" ? ShowExecutions::None
                                      : ShowExecutions::Proposition;
    command_.progress = progress_.take();
    command_.colour = colour_.take();
    command_.warnings = warnings_.take();
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  // Mostly herd's options. Options that only make herd faster do nothing.
  [[nodiscard]] std::vector<Argument> herd_options() {
    return {{.names = "-o",
             .value = "DIR",
             .text = "draw executions into DIR, as DOT",
             .target = &command_.output_folder,
             .kind = ValueIs::Folder},
            with_default({.names = "--show",
                          .value = "prop|all|neg|none",
                          .text = "which executions -o draws",
                          .target = &show_,
                          .choices = {"prop", "all", "neg", "none"}}),
            {.names = "-I",
             .value = "DIR",
             .text = "look for models, and for what they include, in DIR, too",
             .target = &command_.model_options.folders,
             .kind = ValueIs::Folder},
            {.names = "--bell",
             .value = "FILE",
             .text = "read this bell file before the model",
             .target = &command_.model_options.bell,
             .kind = ValueIs::File},
            {.names = "--variant",
             .value = "NAME",
             .text = "what `if \"NAME\"` asks for in a model; several: a,b",
             .target = &variants_},
            {.names = "--macros",
             .value = "FILE",
             .text = "herd's; only c11.def, which is built in",
             .target = &ignored_macros_,
             .kind = ValueIs::File},
            {.names = "--speedcheck",
             .value = "true|false|fast",
             .text = "herd's; answers are always complete",
             .target = &ignored_speed_,
             .choices = {"true", "false", "fast"}},
            flag("-q,--quiet", &command_.is_quiet, "no warnings"),
            flag("-v,--verbose", &is_verbose_, "say more about the run")};
  }

  void take_variants(const std::string& list) {
    std::size_t begin = 0;
    while (begin <= list.size()) {
      const std::size_t end = std::min(list.find(',', begin), list.size());
      if (end > begin) command_.model_options.variants.insert(list.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  LitmusCommand command_;
  ProgressOption progress_;
  MemoryOption memory_;
  ColourOption colour_;
  WarningOptions warnings_;
  bool is_strict_herd_ = false;
  bool is_reduced_ = false;
  bool is_json_ = false;
  bool is_verbose_ = false;
  std::string show_ = "prop";
  std::vector<std::string> variants_;
  std::string ignored_macros_;
  std::string ignored_speed_;
};

}  // namespace

CommandDescription describe_litmus() {
  return describe<LitmusArguments>(
      "litmus", "run litmus tests; prints what herd7 prints",
      {{ExitVerified, "the tests have run, whatever they have shown, as with herd"},
       {ExitViolation, "--expect: a test does not give what is expected"},
       BadInputMeaning,
       IncompleteMeaning,
       FaultMeaning});
}

}  // namespace drover::cli
