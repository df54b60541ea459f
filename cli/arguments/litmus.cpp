#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"
#include "support/text.h"

namespace drover::cli {

namespace {

struct GivenTests {
  LitmusCommand command;
  std::string ignored_macros;
  std::string ignored_speed;
};

LitmusCommand taken(GivenTests& given) {
  LitmusCommand& command = given.command;
  command.model = model_of_herd(command.model, command.input.model_options.folders);
  if (!command.model.empty()) require_model("--model", command.model);
  require_algorithm(command.algorithm, command.model);
  if (command.algorithm == "rvf" && command.reductions == ReductionSet::none()) {
    throw WrongArgument(
        "--algo", "`rvf` does not count executions as herd does: add --reduce to get the states");
  }
  if (!given.ignored_macros.empty() && !given.ignored_macros.ends_with("c11.def")) {
    throw WrongArgument("-macros", "only herd's c11.def is known, and built in");
  }
  return command;
}

std::vector<Argument> test_options(LitmusCommand& command) {
  return {
      {.names = "FILE",
       .text = "litmus tests, or names of tests in the library; @LIST for a file that lists "
               "them, like herd's @all; - or no file: a test or a list on standard input",
       .target = &command.input.files,
       .kind = ValueIs::File},
      model_option(command.model, " (default: that of the test's dialect)"),
      algorithm_option(command.algorithm),
      with_default(unroll_option(&command.unroll)),
      flag("--list", &command.lists_library, "list the tests in the library"),
      flag(
          "--strict-herd", [&command] { command.strictness = litmus::Strictness::Herd; },
          "only what herd accepts, with herd's meaning"),
      flag(
          "--reduce", [&command] { command.reductions = ReductionSet::all(); },
          "explore less where that is sound: the same states, other counts"),
      {.names = "--expect",
       .value = "FILE",
       .text = "compare with what is expected: with what each test says about itself (`Verdicts=`, "
               "`Result: Never`), or with FILE, which has a line `NAME Never` or `NAME,1` for "
               "each test, or is herd's output",
       .target = FlagValue{&command.expect},
       .kind = ValueIs::File},
      json_flag(command.format, "one JSON object per test"),
      max_time_option(&command.max_seconds, ", per test"),
      max_memory_option(command.max_memory),
      max_executions_option(&command.max_executions),
      jobs_option(command.jobs, "threads: for tests and parts of explorations (0: all processors)"),
      progress_option(command.progress)};
}

// Mostly herd's options. Options that only make herd faster do nothing.
std::vector<Argument> herd_options(GivenTests& given) {
  LitmusCommand& command = given.command;
  cat::ModelOptions& models = command.input.model_options;
  const auto take_variants = [&models](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      for (std::string& name : split(word, ',')) {
        if (!name.empty()) models.variants.insert(std::move(name));
      }
    }
  };
  return {{.names = "-o",
           .value = "DIR",
           .text = "draw executions into DIR, as DOT",
           .target = &command.output_folder,
           .kind = ValueIs::Folder},
          choice<ShowExecutions>("--show", "prop|all|neg|none", "which executions -o draws",
                                 command.show,
                                 {{"prop", ShowExecutions::Proposition},
                                  {"all", ShowExecutions::All},
                                  {"neg", ShowExecutions::Negative},
                                  {"none", ShowExecutions::None}},
                                 "prop"),
          {.names = "-I",
           .value = "DIR",
           .text = "look for models, and for what they include, in DIR, too",
           .target = &models.folders,
           .kind = ValueIs::Folder},
          {.names = "--bell",
           .value = "FILE",
           .text = "read this bell file before the model",
           .target = &models.bell,
           .kind = ValueIs::File},
          {.names = "--variant",
           .value = "NAME",
           .text = "what `if \"NAME\"` asks for in a model; several: a,b",
           .target = take_variants},
          {.names = "--macros",
           .value = "FILE",
           .text = "herd's; only c11.def, which is built in",
           .target = &given.ignored_macros,
           .kind = ValueIs::File},
          {.names = "--speedcheck",
           .value = "true|false|fast",
           .text = "herd's; answers are always complete",
           .target = &given.ignored_speed,
           .choices = {"true", "false", "fast"}},
          flag("-q,--quiet", &command.is_quiet, "no warnings"),
          verbose_flag(command.verbosity, "say more about the run"),
          warnings_option(command.input.warnings),
          colour_option(command.input.colour)};
}

}  // namespace

CommandDescription describe_litmus() {
  const auto given = std::make_shared<GivenTests>();
  return {.name = "litmus",
          .summary = "run litmus tests; prints what herd7 prints",
          .arguments = in_order(test_options(given->command), herd_options(*given)),
          .exits = {{ExitVerified, "the tests have run, whatever they have shown, as with herd"},
                    {ExitViolation, "--expect: a test does not give what is expected"},
                    BadInputMeaning,
                    IncompleteMeaning,
                    FaultMeaning},
          .take = [given] { return taken(*given); }};
}

}  // namespace drover::cli
