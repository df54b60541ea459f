#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/herd_options.h"
#include "input/load_model.h"
#include "support/format.h"
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
  const cat::ModelOptions& models = command.input.model_options;
  if (!input::is_model_file(command.model)) {
    refuse_if(!models.bell.empty(), "--bell",
              "built-in models read no bell file: name the file of a model with -m");
    const auto in_quotes = [](const std::string& name) { return format("`{}`", name); };
    const std::string variants = joined(models.variants, ", ", in_quotes);
    refuse_if(!variants.empty(), "--variant", "built-in models do not ask for " + variants);
  }
  refuse_if(command.algorithm == "rvf" && command.reductions == ReductionSet::none(), "--algo",
            "`rvf` does not count executions as herd does: add --reduce to get the states");
  refuse_if(!given.ignored_macros.empty() && !given.ignored_macros.ends_with("c11.def"), "-macros",
            "only herd's c11.def is known, and built in");
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
      progress_model_option(command.progress_model),
      flag("--list", &command.lists_library, "list the tests in the library"),
      setting("--strict-herd", command.strictness, litmus::Strictness::Herd,
              "only what herd accepts, with herd's meaning"),
      setting("--reduce", command.reductions, ReductionSet::all(),
              "explore less where that is sound: the same states, other counts"),
      option("--expect", "FILE",
             "compare with what is expected: with what each test says about itself (`Verdicts=`, "
             "`Result: Never`), or with FILE, which has a line `NAME Never` or `NAME,1` for "
             "each test, or is herd's output",
             FlagValue{&command.expect}, ValueIs::File),
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
  const auto take_variants = [&](const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      for (std::string& name : split(word, ',')) {
        if (name == "unaligned") {
          command.alignment = litmus::Alignment::Any;
        } else if (!name.empty() && name != cat::MixedSizes) {  // mixed: on where it is needed
          models.variants.insert(std::move(name));
        }
      }
    }
  };
  return {
      option("-o", "DIR", "draw executions into DIR, as DOT", &command.output_folder,
             ValueIs::Folder),
      choice<ShowExecutions>("--show", "prop|all|neg|none", "which executions -o draws",
                             command.show,
                             {{"prop", ShowExecutions::Proposition},
                              {"all", ShowExecutions::All},
                              {"neg", ShowExecutions::Negative},
                              {"none", ShowExecutions::None}},
                             "prop"),
      option("-I", "DIR", "look for models, and for what they include, in DIR, too",
             &models.folders, ValueIs::Folder),
      option("--bell", "FILE", "read this bell file before the model", &models.bell, ValueIs::File),
      option("--variant", "NAME",
             "what `if \"NAME\"` asks for in a model; several: a,b. mixed: accesses of different "
             "sizes, where a test has them (always on); unaligned: these at any address",
             take_variants),
      option("--macros", "FILE", "herd's; only c11.def, which is built in", &given.ignored_macros,
             ValueIs::File),
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
          .arguments = in_order({test_options(given->command), herd_options(*given)}),
          .exits = {{ExitVerified, "the tests have run, whatever they have shown, as with herd"},
                    {ExitViolation, "--expect: a test does not give what is expected"},
                    IncompleteMeaning},
          .take = [given] { return taken(*given); }};
}

}  // namespace drover::cli
