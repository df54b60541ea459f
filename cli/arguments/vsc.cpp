#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"

namespace drover::cli {

namespace {

class VscArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    const auto turn_off = [](const std::string& name, bool& heuristic, const std::string& text) {
      return flag(
          name, [&heuristic] { heuristic = false; }, text);
    };
    vsc::VscOptions& heuristics = command_.heuristics;
    return {required_files(&command_.files, "histories: docs/vsc.md says how they are written"),
            flag("--json", &is_json_, "one JSON object per file"),
            max_time_option(&command_.max_seconds, ", per file"),
            memory_.option(),
            turn_off("--no-closure", heuristics.closure, "search without the closure"),
            turn_off("--no-greedy", heuristics.greedy, "search without taking reads at once"),
            turn_off("--no-guide", heuristics.use_guide, "do not try the order of the file first"),
            flag("-v,--verbose", &is_verbose_, "say more about the run"),
            colour_.option()};
  }

  [[nodiscard]] Command take() {
    if (is_json_) command_.format = ReportFormat::Json;
    if (is_verbose_) command_.verbosity = Verbosity::Verbose;
    command_.colour = colour_.take();
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  VscCommand command_;
  MemoryOption memory_;
  ColourOption colour_;
  bool is_json_ = false;
  bool is_verbose_ = false;
};

}  // namespace

CommandDescription describe_vsc() {
  return describe<VscArguments>("vsc", "whether recorded histories are sequentially consistent",
                                {{ExitVerified, "every history is sequentially consistent"},
                                 {ExitViolation, "some history is not"},
                                 BadInputMeaning,
                                 IncompleteMeaning,
                                 FaultMeaning});
}

}  // namespace drover::cli
