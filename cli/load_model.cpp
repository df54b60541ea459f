#include "cli/load_model.h"

#include "cli/terminal.h"
#include "explorer/models/model_registry.h"
#include "frontend/diagnostic_printer.h"

namespace drover {

bool is_model_file(std::string_view name) {
  return name.ends_with(".cat") || name.find('/') != std::string_view::npos;
}

std::shared_ptr<const MemoryModel> load_model(const std::string& name, ColourChoice colour) {
  if (!is_model_file(name)) {
    // It lives as long as the program.
    return {std::shared_ptr<const MemoryModel>(), find_model(name)};
  }
  const ModelFromFile read = read_model_file(name);
  for (const auto& file : read.files) {
    write(Stream::Error, render(file->sink, file->source.name(), &file->source,
                                colour_for(Stream::Error, colour)));
  }
  return read.model;
}

}  // namespace drover
