#include "input/load_model.h"

#include "analysis/audit/audited_model.h"
#include "explorer/models/model_registry.h"

namespace drover::input {

bool is_model_file(std::string_view name) {
  return name.ends_with(".cat") || name.find('/') != std::string_view::npos;
}

LoadedModel load_model(const std::string& name, Colour colour, const cat::ModelOptions& options) {
  if (!is_model_file(name)) {
    // It lives as long as the program.
    return {{std::shared_ptr<const MemoryModel>(), find_model(name)}, ""};
  }
  ModelFromFile read = read_model_file(name, audit::audited_properties, options);
  LoadedModel out{std::move(read.model), ""};
  for (const auto& file : read.files) {
    out.complaints += render(file->sink, file->source.name(), &file->source, colour);
  }
  return out;
}

}  // namespace drover::input
