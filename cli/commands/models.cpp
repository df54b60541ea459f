#include "cli/commands/commands.h"
#include "cli/model_argument.h"
#include "cli/terminal.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"
#include "support/json.h"

namespace drover::cli {

namespace {

Json model_json(const MemoryModel& model) {
  Json axioms = Json::array();
  for (const AxiomDescription& axiom : model.axioms()) {
    Json definitions = Json::object();
    for (const Definition& each : axiom.definitions) definitions[each.name] = each.formula;
    axioms.push_back({{"name", axiom.name},
                      {"formula", axiom.formula},
                      {"citation", axiom.citation},
                      {"definitions", std::move(definitions)}});
  }
  return {{"name", model.name()},
          {"summary", model.summary()},
          {"axioms", std::move(axioms)},
          {"text", model.text()}};
}

}  // namespace

int run_models(const ModelsCommand& command) {
  Json json = Json::array();
  std::string text;
  if (command.show.empty()) {
    const auto list = [&](const MemoryModel& model) {
      text += format("{:7} {}\n", model.name(), model.summary());
      json.push_back(model_json(model));
    };
    for (const MemoryModel* model : all_models()) list(*model);
    for (const std::string_view name : machine_model_names()) list(*find_model(name));
    text += "`drover models show NAME` prints one.\n";
  }
  for (const std::string& name : command.show) {
    const auto model = model_of_argument(name, command.colour, command.model_options);
    if (model == nullptr) return ExitBadInput;
    if (!text.empty()) text += "\n";
    text += model->text();
    json.push_back(model_json(*model));
  }
  write(Stream::Output, command.format == ReportFormat::Json ? json.dump() + "\n" : text);
  return ExitVerified;
}

int run_leave(const LeaveAtOnce& leave) {
  write(leave.status == ExitVerified ? Stream::Output : Stream::Error, leave.text);
  return leave.status;
}

}  // namespace drover::cli
