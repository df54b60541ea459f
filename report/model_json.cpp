#include "report/model_json.h"

#include <utility>

#include "explorer/models/model_registry.h"

namespace drover::report {

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

Json built_in_models_json() {
  Json json = Json::array();
  for (const MemoryModel* model : all_models()) json.push_back(model_json(*model));
  for (const std::string_view name : machine_model_names()) {
    json.push_back(model_json(*find_model(name)));
  }
  return json;
}

}  // namespace drover::report
