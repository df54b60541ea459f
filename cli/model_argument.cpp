#include "cli/model_argument.h"

#include <utility>

#include "cli/terminal.h"
#include "input/load_model.h"

namespace drover::cli {

std::shared_ptr<const MemoryModel> model_of_argument(const std::string& name, ColourChoice colour,
                                                     const cat::ModelOptions& options) {
  input::LoadedModel loaded = input::load_model(name, colour_for(Stream::Error, colour), options);
  write(Stream::Error, loaded.complaints);
  return std::move(loaded.model);
}

}  // namespace drover::cli
