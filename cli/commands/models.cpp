#include "cli/commands/commands.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/models/model_registry.h"
#include "report/command_json.h"
#include "support/format.h"
#include "support/json.h"

namespace drover::cli {

int run_models(const ModelsCommand& command) {
  Json json = Json::array();
  std::string text;
  if (command.show.empty()) {
    const auto list = [&](const MemoryModel& model) {
      text += format("{:7} {}\n", model.name(), model.summary());
    };
    json = report::built_in_models_json();
    for (const MemoryModel* model : all_models()) list(*model);
    for (const std::string_view name : machine_model_names()) list(*find_model(name));
    text += "`drover models show NAME` prints one.\n";
  }
  for (const std::string& name : command.show) {
    const auto model = model_of_argument(name, command.colour, command.model_options);
    if (model == nullptr) return ExitBadInput;
    if (!text.empty()) text += "\n";
    text += model->text();
    json.push_back(report::model_json(*model));
  }
  write(Stream::Output, command.format == ReportFormat::Json ? json.dump() + "\n" : text);
  return ExitVerified;
}

int run_leave(const LeaveAtOnce& leave) {
  write(leave.status == ExitVerified ? Stream::Output : Stream::Error, leave.text);
  return leave.status;
}

}  // namespace drover::cli
