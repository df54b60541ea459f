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
using GivenMapping = std::shared_ptr<const mapping::Mapping>;  // null: none is given

// The model that an argument names. Complaints about its file are printed; null where there is no
// such model, or its file has errors.
[[nodiscard]] std::shared_ptr<const MemoryModel> model_of_argument(
    const std::string& name, ColourChoice colour, const cat::ModelOptions& options = {});

// The mapping that an argument names; null where none is given. Nothing where there is no such
// mapping, or its file has errors, which are printed.
[[nodiscard]] std::optional<std::shared_ptr<const mapping::Mapping>> mapping_of_argument(
    const std::string& name, ColourChoice colour);

}  // namespace drover::cli
