#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "explorer/models/model_registry.h"
#include "input/load_model.h"
#include "support/format.h"

namespace drover::cli {

namespace {

// A search of all programs with more events would take weeks.
constexpr std::size_t MaxSearchedEvents = 12;

// Makes a positional argument that names one or several models.
Argument model_argument(std::string name, Target target, std::string text) {
  Argument argument = required(std::move(name), std::move(target), std::move(text));
  argument.proposals = {model_names().begin(), model_names().end()};
  return argument;
}

Argument max_events_option(std::size_t& max_events) {
  return with_default(option("--max-events", "N", "programs of up to N events", &max_events,
                             {1, MaxSearchedEvents}));
}

CommandDescription describe_compare() {
  const auto command = std::make_shared<CompareCommand>();
  const auto take = [command] {
    require_core_model("models compare", command->first);
    const auto require_second = command->mapping.empty() ? require_core_model : require_model;
    require_second("models compare", command->second);
    return *command;
  };
  return {.name = "compare",
          .summary = "the smallest programs that one of two models allows and the other forbids",
          .arguments =
              {model_argument("A", &command->first, "the first model: " + names_of_core_models()),
               model_argument("B", &command->second,
                              "the second model; with --mapping one of a machine"),
               mapping_option(command->mapping,
                              ": search for programs that, compiled, do under B what A forbids"),
               max_events_option(command->max_events), max_time_option(&command->max_seconds),
               max_memory_option(command->max_memory),
               option("-o", "DIR", "write the programs into DIR", &command->output_folder,
                      ValueIs::Folder),
               json_flag(command->format, "as JSON"), colour_option(command->colour)},
          .exits = {{ExitVerified, "compared, whether or not they differ"}, IncompleteMeaning},
          .take = take};
}

CommandDescription describe_suite() {
  const auto command = std::make_shared<SuiteCommand>();
  const auto take = [command] {
    require_model("models suite", command->model);
    refuse_if(command->notion != suite::Notion::Outcomes && !command->output_folder.empty(), "-o",
              "a minimal execution may have the outcome of an allowed one: only --of outcomes "
              "gives tests");
    refuse_if(!command->dialect.empty() && command->output_folder.empty(), "--dialect", "needs -o");
    refuse_if(command->notion != suite::Notion::Outcomes && command->side == suite::Side::Allowed,
              "--allowed", "is about outcomes: without --of");
    require_state(command->state, "search", {});
    return *command;
  };
  return {
      .name = "suite",
      .summary = "the minimal tests of a model: forbidden, and allowed once anything is weaker",
      .arguments = in_order(
          {{model_argument("MODEL", &command->model, "a model: " + names_of_models()),
            max_events_option(command->max_events),
            choice<suite::Notion>(
                "--of", "NOTION",
                "what is minimal. outcomes: the values of reads and of memory at the end; "
                "executions: one execution, where a read whose write is removed is free; "
                "ordered: the same, where it stays before the writes that it was before",
                command->notion,
                {{"outcomes", suite::Notion::Outcomes},
                 {"executions", suite::Notion::Executions},
                 {"ordered", suite::Notion::OrderedExecutions}},
                "outcomes"),
            setting("--allowed", command->side, suite::Side::Allowed,
                    "the tests on the other side: allowed, and forbidden once anything is "
                    "stronger"),
            option("-o", "DIR", "write the tests into DIR, with a list, expectations and a README",
                   &command->output_folder, ValueIs::Folder),
            choice<std::string>("--dialect", "LANGUAGE",
                                "of the tests: core, c, x86 (of sc and tso); of a machine's "
                                "model its own (default: c)",
                                command->dialect, {{"core", "core"}, {"c", "c"}, {"x86", "x86"}}),
            mapping_option(command->mapping, ", for models of machines (default: c11-MODEL)"),
            jobs_option(command->jobs, "threads (0: all processors)"),
            max_time_option(&command->max_seconds), max_memory_option(command->max_memory),
            json_flag(command->format, "as JSON"), colour_option(command->colour)},
           state_options(command->state, "search")}),
      .exits = {{ExitVerified, "all of this size were found"}, IncompleteMeaning},
      .take = take};
}

CommandDescription describe_cover() {
  const auto command = std::make_shared<CoverCommand>();
  const auto take = [command] {
    require_model("models cover", command->model);
    return *command;
  };
  return {
      .name = "cover",
      .summary = "which changes of a model's text the verdicts of tests show",
      .arguments = {model_argument("MODEL", &command->model, "a model: " + names_of_models()),
                    required("TESTS", &command->tests,
                             "litmus tests: files, @LISTs of files, names of tests in the library"),
                    with_default(
                        option("--max-events", "N",
                               "of changes that no test shows: look for a smallest program "
                               "that would, up to N events (0: do not look)",
                               &command->max_events, {0, MaxSearchedEvents})),
                    jobs_option(command->jobs, "threads: tests at a time (0: all processors)"),
                    max_time_option(&command->max_seconds), max_memory_option(command->max_memory),
                    max_executions_option(&command->max_executions, ", per test and model"),
                    json_flag(command->format, "as JSON"), colour_option(command->colour)},
      .exits = {{ExitVerified, "the tests show every change that a small program shows"},
                {ExitViolation, "a small program shows a change that no test shows"},
                IncompleteMeaning},
      .take = take};
}

CommandDescription describe_audit() {
  const auto command = std::make_shared<AuditCommand>();
  const auto take = [command] {
    for (const std::string& name : command->models) require_core_model("models audit", name);
    return *command;
  };
  return {
      .name = "audit",
      .summary = "whether a model has the properties that exploration algorithms need",
      .arguments = {model_argument("MODEL", &command->models, "models: " + names_of_core_models()),
                    max_events_option(command->max_events), max_time_option(&command->max_seconds),
                    max_memory_option(command->max_memory),
                    with_default(option("--random", "N", "larger graphs to try, at random",
                                        &command->random_graphs)),
                    with_default(
                        option("--seed", "N", "the seed of the random graphs", &command->seed)),
                    json_flag(command->format, "as JSON, one object per model"),
                    colour_option(command->colour)},
      .exits = {{ExitVerified, "no counterexample was found"},
                {ExitViolation, "a model lacks a property"},
                IncompleteMeaning},
      .take = take};
}

}  // namespace

CommandDescription describe_models() {
  const auto command = std::make_shared<ModelsCommand>();
  Argument words = model_argument("WORDS", &command->show, "`show NAME…`: models as cat files");
  words.proposals.insert(words.proposals.begin(), "show");
  words.is_required = false;
  const auto take = [command] {
    std::vector<std::string>& names = command->show;
    refuse_if(names.empty() && command->is_for_herd, "--for", "only `models show` takes it");
    if (names.empty()) return *command;
    refuse_if(names.front() != "show", "models",
              format("unknown word `{}`: write `drover models`, `drover models show NAME…`, "
                     "`drover models compare A B` or `drover models audit NAME…`",
                     names.front()));
    names.erase(names.begin());
    refuse_if(names.empty(), "models show", format("which? ({})", names_of_models()));
    for (const std::string& name : names) {
      require_model("models show", name);
      refuse_if(command->is_for_herd && input::is_model_file(name), "--for",
                format("herd reads `{}` as it is: only built-in models are written for it", name));
      refuse_if(command->is_for_herd && name == "lkmm", "--for",
                "herd reads the kernel's own linux-kernel.cat, with its bell and macro files");
    }
    return *command;
  };
  return {.name = "models",
          .summary = "the built-in memory models, and models in cat files",
          .arguments = {std::move(words),
                        choice<bool>("--for", "herd",
                                     "`show`: a text that herd7 reads, too, with the same answers",
                                     command->is_for_herd, {{"herd", true}}),
                        json_flag(command->format, "as JSON"), colour_option(command->colour)},
          .exits = {{ExitVerified, "listed or shown"}},
          .commands = {describe_compare(), describe_audit(), describe_suite(), describe_cover()},
          .take = take};
}

}  // namespace drover::cli
