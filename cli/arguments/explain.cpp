#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

CommandDescription describe_explain() {
  const auto command = std::make_shared<ExplainCommand>();
  const auto constants = std::make_shared<ConstantOptions>();
  const auto take = [command, constants] {
    command->input.constants = constants->take(command->input.files);
    return *command;
  };
  return {
      .name = "explain",
      .summary = "why an outcome is allowed or forbidden under a model",
      .arguments = in_order(
          {input_files(command->input.files,
                       "programs (.drv, .c) or litmus tests, also names of tests in the library"),
           models_option(command->models,
                         ", or `all` (default: rc11; for a litmus test that of its dialect)",
                         [command = command.get()] { command->asks_all = true; }),
           {.names = "--outcome",
            .value = "CONDITION",
            .text = "the final states to explain, written like the file's conditions: "
                    "\"reader:r == 1 && x == 0\" (default: the conditions of the file, its "
                    "assertions, races, memory "
                    "errors and deadlocks)",
            .target = &command->outcome},
           mapping_option(command->input.mapping, UsualMapping),
           constants->option(),
           unroll_option(&command->unroll, " (default: 16, litmus 2)"),
           json_flag(command->format, "one JSON object per outcome or error"),
           max_time_option(&command->max_seconds, ", per outcome"),
           max_memory_option(command->max_memory),
           warnings_option(command->input.warnings),
           colour_option(command->input.colour)},
          constants->compiler_options()),
      .exits = {{ExitVerified, "every question was answered, whatever the answer"},
                BadInputMeaning,
                {ExitIncomplete, "an answer is unknown: a limit was reached"},
                FaultMeaning},
      .take = take};
}

}  // namespace drover::cli
