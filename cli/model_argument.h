#pragma once

#include <memory>
#include <string>

#include "cli/command_line.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

// The model that an argument names. Complaints about its file are printed; null where there is no
// such model, or its file has errors.
[[nodiscard]] std::shared_ptr<const MemoryModel> model_of_argument(
    const std::string& name, ColourChoice colour, const cat::ModelOptions& options = {});

}  // namespace drover::cli
