#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "explorer/cat/read_model.h"
#include "explorer/models/memory_model.h"
#include "frontend/diagnostic_printer.h"

namespace drover::input {

// Whether a name given for a model means a file: it ends in ".cat" or has a "/" in it.
[[nodiscard]] bool is_model_file(std::string_view name);

struct LoadedModel {
  std::shared_ptr<const MemoryModel> model;  // null where there is none, or a file has errors
  std::string complaints;                    // about a file, rendered
};

// A built-in model or one from a file.
[[nodiscard]] LoadedModel load_model(const std::string& name, Colour colour,
                                     const cat::ModelOptions& options = {});

// A model as it is for programs of one kind, for one run of it: what turns out to be wrong with it
// is then known to be so on this program (MemoryModel::complaint).
struct FittedModel {
  std::shared_ptr<const MemoryModel> model;  // null where it cannot be run on them
  std::string complaint;                     // why not: whole lines
};
[[nodiscard]] FittedModel fit_model(const std::shared_ptr<const MemoryModel>& asked,
                                    const ProgramKind& kind);

}  // namespace drover::input
