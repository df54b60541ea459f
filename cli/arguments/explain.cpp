#include <algorithm>

#include "cli/arguments/arguments.h"
#include "cli/arguments/options.h"
#include "explorer/models/model_registry.h"

namespace drover::cli {

namespace {

class ExplainArguments {
 public:
  [[nodiscard]] std::vector<Argument> list() {
    Argument models = models_option(
        command_.models, ", or `all` (default: rc11; for a litmus test that of its dialect)");
    models.proposals.emplace_back("all");
    std::vector<Argument> all{
        input_files(&command_.input.files,
                    "programs (.drv, .c) or litmus tests, also names of tests in the library"),
        std::move(models),
        {.names = "--outcome",
         .value = "CONDITION",
         .text = "the final states to explain, written like the file's conditions: "
                 "\"reader:r == 1 && x == 0\" (default: the conditions of the file, its "
                 "assertions, races, memory "
                 "errors and deadlocks)",
         .target = &command_.outcome},
        mapping_option(command_.input.mapping, UsualMapping),
        constants_.option(),
        unroll_option(&command_.unroll, " (default: 16, litmus 2)"),
        flag("--json", &is_json_, "one JSON object per outcome or error"),
        max_time_option(&command_.max_seconds, ", per outcome"),
        memory_.option(),
        warnings_.option(),
        colour_.option()};
    for (Argument& each : constants_.compiler_options()) all.push_back(std::move(each));
    return all;
  }

  [[nodiscard]] Command take() {
    command_.input.constants = constants_.take(command_.input.files);
    command_.input.colour = colour_.take();
    command_.input.warnings = warnings_.take();
    // `all` adds the built-in models that apply to the file and are not named.
    command_.asks_all = std::erase(command_.models, "all") > 0;
    for (const std::string& model : command_.models) require_model("--model", model);
    if (is_json_) command_.format = ReportFormat::Json;
    command_.max_memory = memory_.take();
    return command_;
  }

 private:
  ExplainCommand command_;
  ConstantOptions constants_;
  MemoryOption memory_;
  ColourOption colour_;
  WarningOptions warnings_;
  bool is_json_ = false;
};

}  // namespace

CommandDescription describe_explain() {
  return describe<ExplainArguments>(
      "explain", "why an outcome is allowed or forbidden under a model",
      {{ExitVerified, "every question was answered, whatever the answer"},
       BadInputMeaning,
       {ExitIncomplete, "an answer is unknown: a limit was reached"},
       FaultMeaning});
}

}  // namespace drover::cli
