// Lists the models and their axioms.

#include <string>

#include "input/load_model.h"
#include "report/model_json.h"
#include "serve/jobs.h"

namespace drover::serve {

JobAnswer models_job(const JobRequest& request) {
  if (request.models.empty()) return answered(report::built_in_models_json());
  Json json = Json::array();
  for (const std::string& name : request.models) {
    const input::LoadedModel loaded = input::load_model(name, Colour::Off, request.model_options);
    if (loaded.model == nullptr) return refused(loaded.complaints);
    json.push_back(report::model_json(*loaded.model));
  }
  return answered(json);
}

}  // namespace drover::serve
