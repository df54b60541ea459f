#include "input/load_model.h"

#include <utility>

#include "analysis/audit/audited_model.h"
#include "explorer/models/model_registry.h"
#include "input/model_misfit.h"

namespace drover::input {

bool is_model_file(std::string_view name) {
  return name.ends_with(".cat") || name.find('/') != std::string_view::npos;
}

LoadedModel load_model(const std::string& name, Colour colour, const cat::ModelOptions& options) {
  if (!is_model_file(name)) return {builtin_model(name), ""};
  ModelFromFile read = read_model_file(name, audit::audited_properties, options);
  LoadedModel out{std::move(read.model), ""};
  for (const auto& file : read.files) {
    out.complaints += render(file->sink, file->source.name(), &file->source, colour);
  }
  return out;
}

FittedModel fit_model(const std::shared_ptr<const MemoryModel>& asked, const ProgramKind& kind) {
  const MemoryModel* fitted = asked->fitted(kind);
  if (fitted == nullptr) return {nullptr, misfit_lines(*asked, kind)};
  std::shared_ptr<const MemoryModel> own = fitted->instance();
  // Aliasing pointer: keeps the family alive.
  if (own == nullptr) own = {asked, fitted};
  return {std::move(own), ""};
}

}  // namespace drover::input
