#include "cli/model_argument.h"

#include <utility>

#include "cli/terminal.h"
#include "input/load_mapping.h"
#include "input/load_model.h"

namespace drover::cli {

std::shared_ptr<const MemoryModel> model_of_argument(const std::string& name, ColourChoice colour,
                                                     const cat::ModelOptions& options) {
  input::LoadedModel loaded = input::load_model(name, colour_for(Stream::Error, colour), options);
  write(Stream::Error, loaded.complaints);
  return std::move(loaded.model);
}

std::optional<std::shared_ptr<const mapping::Mapping>> mapping_of_argument(const std::string& name,
                                                                           ColourChoice colour) {
  if (name.empty()) return nullptr;
  input::LoadedMapping loaded = input::load_mapping(name, colour_for(Stream::Error, colour));
  write(Stream::Error, loaded.complaints);
  if (loaded.mapping == nullptr) return std::nullopt;
  return std::move(loaded.mapping);
}

}  // namespace drover::cli
