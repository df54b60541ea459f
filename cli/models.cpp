#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/terminal.h"
#include "explorer/models/model_registry.h"
#include "support/format.h"

namespace drover {

namespace {

using Json = nlohmann::ordered_json;

Json model_json(const MemoryModel& model) {
  Json axioms = Json::array();
  for (const AxiomDescription& axiom : model.axioms()) {
    axioms.push_back(
        {{"name", axiom.name}, {"formula", axiom.formula}, {"citation", axiom.citation}});
  }
  return {{"name", model.name()}, {"summary", model.summary()}, {"axioms", std::move(axioms)}};
}

std::string model_text(const MemoryModel& model) {
  std::string out = format("{}: {}\n", model.name(), model.summary());
  for (const AxiomDescription& axiom : model.axioms()) {
    out += format("  {}\n      {}\n      {}\n", axiom.name, axiom.formula, axiom.citation);
  }
  return out;
}

}  // namespace

int run_models(const ModelsCommand& command) {
  const bool lists_all = command.show.empty();
  Json json = Json::array();
  std::string text;
  for (const MemoryModel* model : all_models()) {
    const bool is_wanted = lists_all || std::find(command.show.begin(), command.show.end(),
                                                  model->name()) != command.show.end();
    if (!is_wanted) continue;
    if (!lists_all && !text.empty()) text += "\n";
    text += lists_all ? format("{:6} {}\n", model->name(), model->summary()) : model_text(*model);
    json.push_back(model_json(*model));
  }
  if (lists_all) text += "`drover models show NAME` prints the axioms of one.\n";
  write(Stream::Output, command.format == ReportFormat::Json ? json.dump() + "\n" : text);
  return ExitVerified;
}

int run_leave(const LeaveAtOnce& leave) {
  write(leave.status == ExitVerified ? Stream::Output : Stream::Error, leave.text);
  return leave.status;
}

}  // namespace drover
