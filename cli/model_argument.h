#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "explorer/models/memory_model.h"
#include "mapping/mapping.h"

namespace drover::cli {

using Models = std::vector<std::shared_ptr<const MemoryModel>>;
using GivenMapping = std::shared_ptr<const mapping::Mapping>;  // null: none given

// Returns the model of an argument, and prints diagnostics of its file. Null if the model does not
// exist or its file has errors.
[[nodiscard]] std::shared_ptr<const MemoryModel> model_of_argument(
    const std::string& name, ColourChoice colour, const cat::ModelOptions& options = {});

// Returns the mapping of an argument; null if none is given. Nothing, with printed diagnostics, if
// the mapping does not exist or its file has errors.
[[nodiscard]] std::optional<std::shared_ptr<const mapping::Mapping>> mapping_of_argument(
    const std::string& name, ColourChoice colour);

}  // namespace drover::cli
