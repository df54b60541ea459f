#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "explorer/models/model_registry.h"
#include "explorer/plan/algorithm_table.h"
#include "explorer/plan/error_kinds.h"
#include "explorer/plan/plan_search.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

// Arguments of `check` that `split` lacks: they concern the whole run.
constexpr std::array NotOfSplit{
    "--checkpoint", "--checkpoint-every", "--resume",  "--picture",  "--sarif",
    "--json",       "--count-duplicates", "-j,--jobs", "--simulate", "--max-executions",
    "--estimate",   "--sample",           "--seed",    "--progress", "-v,--verbose",
    "FILE",         "-m,--model"};

struct GivenCheck {
  CheckCommand command;
  ConstantOptions constants;
  std::vector<std::string> rvf_switches;  // options of `rvf` on the command line
};

// ---- Options

std::vector<std::string> failing_words() {
  std::vector<std::string> words;
  for (const ErrorKind kind : AllErrorKinds) words.emplace_back(error_kind_name(kind));
  words.emplace_back("none");
  return words;
}

Argument fail_on_option(ErrorKindSet& fails) {
  const std::vector<std::string> known = failing_words();
  const auto read = [&fails, known](const std::vector<std::string>& words) {
    fails = ErrorKindSet::none();
    for (const std::string& word : words) {
      if (word == "none") continue;
      const auto kind = find_error_kind(word);
      if (!kind) {
        throw WrongArgument("--fail-on", format("there is no kind of error `{}`{} (there are: {})",
                                                word, suggestion(word, known), joined(known, " ")));
      }
      fails.insert(*kind);
    }
  };
  return {.names = "--fail-on",
          .value = "KIND,…",
          .text = "only errors of these kinds stop the run and make the status 1: " +
                  joined(known, " "),
          .target = read,
          .proposals = known,
          .has_commas = true};
}

std::vector<Argument> first_options(GivenCheck& given) {
  CheckCommand& command = given.command;
  const auto add_all = [&models = command.models] {
    for (const std::string_view each : model_names()) {
      if (std::ranges::find(models, each) == models.end()) models.emplace_back(each);
    }
  };
  Argument models = models_option(command.models,
                                  format(", or `all`: {} to {}; several give one table",
                                         model_names().front(), model_names().back()),
                                  add_all);
  models.usual = command.models.front();
  return in_order(
      {{input_files(command.input.files, "programs to verify"), std::move(models),
        mapping_option(command.input.mapping, UsualMapping), algorithm_option(command.algorithm),
        given.constants.constants_option(), with_default(unroll_option(&command.unroll)),
        with_default(max_threads_option(command.input.max_threads))},
       given.constants.compiler_options()});
}

std::vector<Argument> reduction_options(GivenCheck& given) {
  CheckCommand& command = given.command;
  std::vector<Argument> options;
  for (const Reduction reduction : AllReductions) {
    const std::string_view name = reduction_name(reduction);
    options.push_back(flag(
        format("--no-{}", name), [&command, reduction] { command.reductions.erase(reduction); },
        format("turn the reduction `{}` off", name)));
  }
  for (const Reduction pass : {Reduction::Plp, Reduction::Await}) {
    const std::string_view name = reduction_name(pass);
    options.push_back(flag(
        format("--{}", name), [&command, pass] { command.asked_for.insert(pass); },
        format("run the pass `{}` before any algorithm, also before a reference", name)));
  }
  const auto turn_off = [&](const std::string& name, bool& part, const std::string& text) {
    const auto action = [&given, name, &part] {
      part = false;
      given.rvf_switches.push_back(name);
    };
    options.push_back(flag(name, action, "rvf: " + text));
  };
  turn_off("--no-closure", command.rvf.vsc.closure, "search without the closure");
  turn_off("--no-greedy", command.rvf.vsc.greedy, "search without taking reads at once");
  turn_off("--no-guide", command.rvf.vsc.use_guide, "search without the current trace");
  turn_off("--no-signals", command.rvf.signals, "explore without backtrack signals");
  return options;
}

std::vector<Argument> report_options(CheckCommand& command) {
  return {
      json_flag(command.format, "one JSON object per file and model"),
      option("--sarif", "FILE", "write the errors into FILE, in SARIF 2.1.0", &command.sarif,
             ValueIs::File),
      fail_on_option(command.fails),
      setting("--all-errors", command.errors, ErrorLimit::All, "continue after the first error"),
      flag("--no-leaks", &command.ignores_leaks,
           "C programs: do not look for memory that is lost at the end"),
      flag("--strict", &command.is_strict,
           "a vacuous verdict, or an assertion that is never reached: status 1"),
      setting("--count-duplicates", command.count_duplicates, CountDuplicates::Yes,
              "count executions that are explored more than once")};
}

std::vector<Argument> run_options(CheckCommand& command) {
  return {max_time_option(&command.max_seconds, ", per file and model"),
          max_executions_option(&command.max_executions),
          jobs_option(command.jobs,
                      "threads: for files, models and parts of explorations (0: all processors)"),
          flag("--simulate", &command.simulates,
               "one thread plays the threads of --jobs, all equally fast, and the report says how "
               "evenly the work was divided"),
          max_memory_option(command.max_memory),
          flag("--estimate", &command.estimates,
               "say how many executions to expect, and how long they will take; do not explore"),
          option("--sample", "N", "look at N random executions instead of all", &command.samples,
                 {1, 1e9}),
          option("--seed", "S", "the seed of the random numbers of --sample and --estimate",
                 &command.seed, {}, "1"),
          flag("--shortest", &command.prefers_short,
               "explore everything, and show each error with as few events and changes of thread "
               "as possible"),
          progress_option(command.progress),
          progress_model_option(command.progress_model),
          option("--picture", "FILE",
                 "draw the execution of an error into FILE.svg, .png, .pdf, .tex, .tikz or .dot",
                 &command.picture, ValueIs::File),
          warnings_option(command.input.warnings),
          verbose_flag(command.verbosity,
                       "say more about the run, and show the execution of each error"),
          colour_option(command.input.colour)};
}

std::vector<Argument> arguments_of(GivenCheck& given) {
  CheckCommand& command = given.command;
  return in_order({first_options(given), reduction_options(given), report_options(command),
                   run_options(command), state_options(command.state, "run")});
}

// ---- Options that exclude each other

// Rejects --simulate for runs that use one thread anyway.
void require_simulation(const CheckCommand& command) {
  if (!command.simulates) return;
  constexpr std::string_view Option = "--simulate";
  refuse_if(command.jobs == 1, Option, "needs a number of threads to play: `--jobs N`");
  refuse_if(command.samples || command.estimates, Option,
            "cannot be combined with --sample and --estimate, which use one thread");
  refuse_if(command.max_executions.has_value(), Option,
            "cannot be combined with --max-executions, which uses one thread");
  refuse_if(command.count_duplicates == CountDuplicates::Yes, Option,
            "cannot be combined with --count-duplicates, which uses one thread");
  const auto algorithm = find_algorithm(command.algorithm);
  refuse_if(algorithm != AlgorithmKind::Auto && !is_splittable(*algorithm), Option,
            format("a run of `{}` uses one thread: its parts depend on each other (leave --algo "
                   "out)",
                   command.algorithm));
}

void require_sampling(const CheckCommand& command) {
  const bool is_random = command.samples || command.estimates;
  refuse_if(!is_random && command.seed, "--seed", "needs --sample or --estimate");
  if (!is_random) return;
  const std::string_view option = command.samples ? "--sample" : "--estimate";
  refuse_if(command.prefers_short, "--shortest",
            "cannot be combined with --sample and --estimate: it needs all");
  refuse_if(command.samples && command.estimates, option,
            "cannot be combined with --estimate: it estimates by itself");
  refuse_if(command.algorithm != "auto" && command.algorithm != "spore", option,
            "needs `--algo spore`, whose explorations consist of paths");
  refuse_if(!command.state.are_none(), option, "cannot be combined with --checkpoint and --resume");
}

// Requires one model and an algorithm that can be interrupted: a state belongs to one run.
void require_one_run(const CheckCommand& command) {
  if (command.state.are_none()) return;
  const std::string_view option = command.state.first_option();
  refuse_if(command.models.size() > 1, option, "works with one model only");
  const auto algorithm = find_algorithm(command.algorithm);
  refuse_if(algorithm != AlgorithmKind::Auto && !is_resumable(*algorithm), option,
            format("a run of `{}` cannot be interrupted and go on: it has to know all that it has "
                   "seen (leave --algo out)",
                   command.algorithm));
  refuse_if(command.count_duplicates == CountDuplicates::Yes, option,
            "cannot be combined with --count-duplicates");
}

CheckCommand taken(GivenCheck& given) {
  CheckCommand& command = given.command;
  const std::vector<std::string>& files = command.input.files;
  command.input.constants = given.constants.take(command.input.files);
  for (const std::string& model : command.models) require_algorithm(command.algorithm, model);
  for (const std::string& option : given.rvf_switches) {
    refuse_if(command.algorithm != "rvf", option, "needs `--algo rvf`");
  }
  require_picture("--picture", command.picture, files);
  refuse_if(!command.picture.empty() && command.models.size() > 1, "--picture",
            "works with one model only");
  if (!command.sarif.empty()) require_output_file("--sarif", command.sarif, files);
  require_state(command.state, "run", files);
  require_one_run(command);
  require_sampling(command);
  require_simulation(command);
  return command;
}

}  // namespace

CommandDescription describe_check() {
  const auto given = std::make_shared<GivenCheck>();
  return {.name = "check",
          .summary = "verify programs (.drv, .c)",
          .arguments = arguments_of(*given),
          .exits = {{ExitVerified, "verified: no property is violated"},
                    {ExitViolation,
                     "a property is violated, of a kind that --fail-on names; with --strict, also "
                     "if the verdict is vacuous, or an assertion is never reached"},
                    {ExitIncomplete,
                     "a limit was reached before the end, and nothing wrong was "
                     "seen"}},
          .take = [given] { return taken(*given); }};
}

CommandDescription describe_split() {
  const auto given = std::make_shared<GivenCheck>();
  const auto command = std::make_shared<SplitCommand>();
  std::vector<std::string>& models = given->command.models;
  std::vector<Argument> arguments{
      required("FILE", &given->command.input.files,
               "the program to verify; several files are those of a C program"),
      with_default(model_option(models.front()))};
  for (Argument& each : arguments_of(*given)) {
    if (std::ranges::find(NotOfSplit, each.names) != NotOfSplit.end()) continue;
    if (each.names == "--max-time") {
      each.text = "stop after S seconds; `work` without --max-time: after S seconds of each piece";
    }
    arguments.push_back(std::move(each));
  }
  arguments.push_back(with_default(
      option("--items", "N", "about how many pieces to make", &command->items, {1, 1e6})));
  arguments.push_back(option("-o,--output", "DIR",
                             "a folder for the pieces, which must be new or empty",
                             &command->output_folder, ValueIs::Folder));
  arguments.back().is_required = true;
  const auto take = [given, command] {
    const std::string& model = given->command.models.front();
    refuse_if(model == "all", "--model", "works with one model only: split the run once for each");
    require_model("--model", model);
    command->check = taken(*given);
    refuse_if(command->check.input.files.size() != 1, "FILE", "one program is expected");
    return *command;
  };
  return {.name = "split",
          .summary = "divide the verification of a program into pieces",
          .arguments = std::move(arguments),
          .exits = {{ExitVerified, "the pieces were written"}, IncompleteMeaning},
          .take = take};
}

CommandDescription describe_work() {
  const auto command = std::make_shared<WorkCommand>();
  return {
      .name = "work",
      .summary = "explore pieces that `split` made",
      .arguments = {required("PIECE", &command->pieces,
                             "files that `drover split` made: DIR/0001 …"),
                    jobs_option(command->jobs, "threads (0: all processors)"),
                    max_time_option(&command->max_seconds, ", per piece; another call continues"),
                    max_memory_option(command->max_memory),
                    with_default(option("--checkpoint-every", "S",
                                        "seconds after which the state of a piece is kept",
                                        &command->checkpoint_every, {1e-2, 1e9}))},
      .exits = {{ExitVerified, "the pieces are done"},
                {ExitIncomplete, "stopped before the end: another call continues"}},
      .take = [command] { return *command; }};
}

CommandDescription describe_merge() {
  const auto command = std::make_shared<MergeCommand>();
  return {.name = "merge",
          .summary = "the report of pieces that are done",
          .arguments = {required("DIR", &command->folder, "the folder that `drover split` made",
                                 ValueIs::Folder),
                        json_flag(command->format, "one JSON object"),
                        verbose_flag(command->verbosity,
                                     "say more about the run, and show the execution of each "
                                     "error"),
                        colour_option(command->colour)},
          .exits = {{ExitVerified, "verified: no property is violated"},
                    {ExitViolation, "a property is violated"},
                    {ExitIncomplete, "a piece is not done, or a limit was reached before the end"}},
          .take = [command] { return *command; }};
}

}  // namespace drover::cli
