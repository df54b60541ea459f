#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

CommandDescription describe_show() {
  struct Given {
    ShowCommand command;
    ConstantOptions constants;
    std::optional<ShowWhat> after;
    bool is_automaton = false;
  };
  const auto given = std::make_shared<Given>();
  ShowCommand& command = given->command;
  const auto take = [given]() -> Command {
    ShowCommand& taken = given->command;
    taken.input.constants = given->constants.take(taken.input.files);
    if (given->is_automaton && given->after) {
      throw WrongArgument("show", "--after and --automaton cannot be combined");
    }
    if (!given->is_automaton && !taken.thread.empty()) {
      throw WrongArgument("--thread", "needs --automaton");
    }
    taken.what = given->is_automaton ? ShowWhat::Automaton : given->after.value_or(ShowWhat::Parse);
    return taken;
  };
  return {
      .name = "show",
      .summary = "the program after a pass, or its automata",
      .arguments = in_order(
          {input_file(command.input.files, "the program"),
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
           {.names = "--thread",
            .value = "NAME",
            .text = "with --automaton: only this thread",
            .target = &command.thread},
           given->constants.option(),
           with_default(unroll_option(&command.unroll)),
           warnings_option(command.input.warnings),
           colour_option(command.input.colour)},
          given->constants.compiler_options()),
      .exits = {{ExitVerified, "shown"},
                BadInputMeaning,
                {ExitIncomplete, "there is too much to show"},
                FaultMeaning},
      .take = take};
}

}  // namespace drover::cli
