#include <memory>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

CommandDescription describe_vsc() {
  const auto command = std::make_shared<VscCommand>();
  const auto turn_off = [](const std::string& name, bool& heuristic, const std::string& text) {
    return flag(
        name, [&heuristic] { heuristic = false; }, text);
  };
  vsc::VscOptions& heuristics = command->heuristics;
  return {
      .name = "vsc",
      .summary = "whether recorded histories are sequentially consistent",
      .arguments =
          {required_files(&command->files, "histories: docs/vsc.md says how they are written"),
           json_flag(command->format, "one JSON object per file"),
           max_time_option(&command->max_seconds, ", per file"),
           max_memory_option(command->max_memory),
           turn_off("--no-closure", heuristics.closure, "search without the closure"),
           turn_off("--no-greedy", heuristics.greedy, "search without taking reads at once"),
           turn_off("--no-guide", heuristics.use_guide, "do not try the order of the file first"),
           verbose_flag(command->verbosity, "say more about the run"),
           colour_option(command->colour)},
      .exits = {{ExitVerified, "every history is sequentially consistent"},
                {ExitViolation, "some history is not"},
                BadInputMeaning,
                IncompleteMeaning,
                FaultMeaning},
      .take = [command] { return *command; }};
}

}  // namespace drover::cli
