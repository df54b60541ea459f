// Commands that read programs and have few options: convert, explain, report, show, vsc.

#include <algorithm>
#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "cli/terminal.h"
#include "mapping/machine.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::cli {

namespace {

// A command, and the options for C on its command line.
template <typename Read>
struct Given {
  Read command;
  ConstantOptions constants;
};

std::vector<std::string> target_names() {
  std::vector<std::string> names{"core", "litmus", "c"};
  for (const mapping::Machine& each : mapping::machines()) {
    if (each.notation != mapping::Notation::None) names.emplace_back(each.name);
  }
  return names;
}

void require_target(const ConvertCommand& command) {
  const std::vector<std::string> names = target_names();
  refuse_if(!command.to.empty() && std::ranges::find(names, command.to) == names.end(), "--to",
            format("there is no language or machine `{}`{} (there are: {})", command.to,
                   suggestion(command.to, names), joined(names, ", ")));
  refuse_if(!command.input.mapping.empty() && mapping::find_machine(command.to) == nullptr,
            "--mapping", "needs --to with a machine");
}

}  // namespace

CommandDescription describe_convert() {
  const auto given = std::make_shared<Given<ConvertCommand>>();
  ConvertCommand& command = given->command;
  const auto take = [given] {
    ConvertCommand& taken = given->command;
    taken.input.constants = given->constants.take_one(taken.input.files);
    if (!taken.output.empty()) require_other_file("--output", taken.output, taken.input.files);
    require_target(taken);
    return taken;
  };
  return {
      .name = "convert",
      .summary = "a program or a litmus test in another language",
      .arguments = in_order(
          {{input_file(command.input.files,
                       "a litmus test, by file or name, a .drv file, or a .c file"),
            {.names = "--to",
             .value = "LANGUAGE",
             .text =
                 "core: the core language; litmus: a C litmus test; c: a C program that runs it "
                 "many times and counts the outcomes; aarch64, riscv, ppc, lkmm: a litmus test of "
                 "that machine, or of the Linux kernel, compiled. Default: core for litmus tests "
                 "and C, litmus for core programs",
             .target = &command.to,
             .proposals = target_names()},
            option("-o", "FILE", "write to FILE instead of standard output", &command.output,
                   ValueIs::File),
            mapping_option(command.input.mapping, ", with --to MACHINE (default: c11-MACHINE)"),
            given->constants.constants_option(),
            warnings_option(command.input.warnings),
            colour_option(command.input.colour)},
           given->constants.compiler_options()}),
      .exits = {{ExitVerified, "converted"}},
      .take = take};
}

CommandDescription describe_explain() {
  const auto given = std::make_shared<Given<ExplainCommand>>();
  ExplainCommand& command = given->command;
  const auto take = [given] {
    given->command.input.constants = given->constants.take(given->command.input.files);
    return given->command;
  };
  return {
      .name = "explain",
      .summary = "why an outcome is allowed or forbidden under a model",
      .arguments = in_order(
          {{input_files(command.input.files,
                        "programs (.drv, .c) or litmus tests, also names of tests in the library"),
            models_option(command.models,
                          ", or `all` (default: rc11; for a litmus test that of its dialect)",
                          [&command] { command.asks_all = true; }),
            option("--outcome", "CONDITION",
                   "the final states to explain, written like the file's conditions: "
                   "\"reader:r == 1 && x == 0\" (default: the conditions of the file, its "
                   "assertions, races, memory errors and deadlocks)",
                   &command.outcome),
            mapping_option(command.input.mapping, UsualMapping),
            given->constants.constants_option(),
            unroll_option(&command.unroll, " (default: 16, litmus 2)"),
            json_flag(command.format, "one JSON object per outcome or error"),
            verbose_flag(command.verbosity,
                         "name every relation that a step is part of, and define all names"),
            max_time_option(&command.max_seconds, ", per outcome"),
            max_memory_option(command.max_memory), warnings_option(command.input.warnings),
            colour_option(command.input.colour)},
           given->constants.compiler_options()}),
      .exits = {{ExitVerified, "every question was answered, whatever the answer"},
                {ExitIncomplete, "an answer is unknown: a limit was reached"}},
      .take = take};
}

CommandDescription describe_robust() {
  const auto given = std::make_shared<Given<RobustCommand>>();
  RobustCommand& command = given->command;
  const auto take = [given] {
    given->command.input.constants = given->constants.take(given->command.input.files);
    if (!given->command.model.empty()) require_model("--model", given->command.model);
    return given->command;
  };
  return {
      .name = "robust",
      .summary = "whether a program has behaviour that it has not under sc",
      .arguments = in_order(
          {{input_files(command.input.files,
                        "programs (.drv, .c) or litmus tests, also names of tests in the library"),
            model_option(command.model, " (default: rc11; for a litmus test that of its dialect)"),
            choice<robust::Behaviour>(
                "--by", "WHAT",
                "traces: executions with program order, reads-from and coherence that sc has not; "
                "reads: without coherence; states: final states and errors",
                command.by,
                {{"traces", robust::Behaviour::Traces},
                 {"reads", robust::Behaviour::Reads},
                 {"states", robust::Behaviour::States}},
                "traces"),
            flag("--first", &command.stops_at_first,
                 "stop at the first execution that sc has not; with traces and reads"),
            mapping_option(command.input.mapping, UsualMapping),
            given->constants.constants_option(),
            unroll_option(&command.unroll, " (default: 100, litmus 2)"),
            max_threads_option(command.input.max_threads),
            jobs_option(command.jobs, "files at a time (0: all processors)"),
            json_flag(command.format, "one JSON object per file"),
            max_time_option(&command.max_seconds, ", per exploration"),
            max_memory_option(command.max_memory),
            max_executions_option(&command.max_executions, ", per exploration"),
            progress_option(command.progress), warnings_option(command.input.warnings),
            colour_option(command.input.colour)},
           given->constants.compiler_options()}),
      .exits = {{ExitVerified, "every behaviour is one of sc"},
                {ExitViolation, "some behaviour is not, or a race leaves the program no meaning"},
                {ExitIncomplete,
                 "a limit was reached, or a loop was cut, and all behaviour seen is "
                 "one of sc"}},
      .take = take};
}

CommandDescription describe_report() {
  struct GivenReport : Given<report::ReportCommand> {
    ColourChoice colour = ColourChoice::Auto;
  };
  const auto given = std::make_shared<GivenReport>();
  report::ReportCommand& command = given->command;
  const auto take = [given] {
    given->command.constants = given->constants.take(given->command.files);
    given->command.is_coloured = colour_for(Stream::Error, given->colour) == Colour::On;
    return given->command;
  };
  const Limits most{1, 1000};
  return {.name = "report",
          .summary = "a page about programs, to open in a browser",
          .arguments = in_order(
              {{required("FILE", &command.files,
                         "programs (.drv, .c) or litmus tests, also names of tests in the library"),
                with_default(option("-o", "FILE.html", "the page", &command.output, ValueIs::File)),
                models_option(command.models, " (default: those that apply to the program)"),
                given->constants.constants_option(),
                unroll_option(&command.unroll, " (default: 100, litmus 2)"),
                with_default(max_time_option(&command.max_seconds, ", per model")),
                max_memory_option(command.max_memory),
                with_default(max_executions_option(&command.max_executions, ", per model")),
                with_default(option("--max-outcomes", "N", "list at most this many outcomes",
                                    &command.max_outcomes, most)),
                with_default(option("--max-pictures", "N",
                                    "draw at most this many executions of each outcome",
                                    &command.max_pictures, most)),
                progress_option(command.progress), warnings_option(command.warnings),
                colour_option(given->colour)},
               given->constants.compiler_options()}),
          .exits = {{ExitVerified, "the page is written, whatever it says"},
                    {ExitIncomplete, "the page is written, but a run on it reached a limit"}},
          .take = take};
}

CommandDescription describe_show() {
  struct GivenShow : Given<ShowCommand> {
    std::optional<ShowWhat> after;
    bool is_automaton = false;
  };
  const auto given = std::make_shared<GivenShow>();
  ShowCommand& command = given->command;
  const auto take = [given] {
    ShowCommand& taken = given->command;
    taken.input.constants = given->constants.take_one(taken.input.files);
    refuse_if(given->is_automaton && given->after, "show",
              "--after and --automaton cannot be combined");
    refuse_if(!given->is_automaton && !taken.thread.empty(), "--thread", "needs --automaton");
    taken.what = given->is_automaton ? ShowWhat::Automaton : given->after.value_or(ShowWhat::Parse);
    return taken;
  };
  return {
      .name = "show",
      .summary = "the program after a pass, or its automata",
      .arguments = in_order(
          {{input_file(command.input.files, "the program"),
            choice<std::optional<ShowWhat>>(
                "--after", "PASS",
                "parse: as read; desugar: explicit loads and stores; lower: instructions; "
                "plp: with pure iterations of loops stopped; await: and with reads whose value "
                "is assumed as awaits (functions inlined); unroll: and with loops written out, as "
                "often as --unroll says",
                given->after,
                {{"parse", ShowWhat::Parse},
                 {"desugar", ShowWhat::Desugar},
                 {"lower", ShowWhat::Lower},
                 {"plp", ShowWhat::Plp},
                 {"await", ShowWhat::Await},
                 {"unroll", ShowWhat::Unroll}},
                "parse"),
            flag("--automaton", &given->is_automaton, "label automata as DOT"),
            option("--thread", "NAME", "with --automaton: only this thread", &command.thread),
            given->constants.constants_option(), with_default(unroll_option(&command.unroll)),
            warnings_option(command.input.warnings), colour_option(command.input.colour)},
           given->constants.compiler_options()}),
      .exits = {{ExitVerified, "shown"}, {ExitIncomplete, "there is too much to show"}},
      .take = take};
}

CommandDescription describe_play() {
  const auto given = std::make_shared<Given<PlayCommand>>();
  PlayCommand& command = given->command;
  return {.name = "play",
          .summary = "step through a program on a model's machine",
          .arguments = in_order(
              {{required("FILE", &command.input.files, "the program, or the name of a litmus test"),
                model_option(
                    command.model,
                    " with a machine: sc, tso, pso, aarch64, riscv (default: that of the test's "
                    "dialect, or tso)"),
                option("--outcome", "CONDITION",
                       "the goal: a condition on final states (default: the program's own)",
                       &command.outcome),
                unroll_option(&command.unroll), given->constants.constants_option(),
                max_memory_option(command.max_memory), colour_option(command.input.colour)}}),
          .exits = {{ExitVerified, "the game is over"}},
          .take = [given] {
            PlayCommand& taken = given->command;
            refuse_if(taken.input.files.size() > 1, "play", "plays one program");
            require_model("--model", taken.model.empty() ? "tso" : taken.model);
            taken.input.constants = given->constants.take_one(taken.input.files);
            return taken;
          }};
}

CommandDescription describe_vsc() {
  const auto command = std::make_shared<VscCommand>();
  vsc::VscOptions& heuristics = command->heuristics;
  return {
      .name = "vsc",
      .summary = "whether recorded histories are sequentially consistent",
      .arguments =
          {required("FILE", &command->files, "histories: docs/vsc.md says how they are written"),
           json_flag(command->format, "one JSON object per file"),
           max_time_option(&command->max_seconds, ", per file"),
           max_memory_option(command->max_memory),
           setting("--no-closure", heuristics.closure, false, "search without the closure"),
           setting("--no-greedy", heuristics.greedy, false, "search without taking reads at once"),
           setting("--no-guide", heuristics.use_guide, false,
                   "do not try the order of the file first"),
           verbose_flag(command->verbosity, "say more about the run"),
           colour_option(command->colour)},
      .exits = {{ExitVerified, "every history is sequentially consistent"},
                {ExitViolation, "some history is not"},
                IncompleteMeaning},
      .take = [command] { return *command; }};
}

}  // namespace drover::cli
