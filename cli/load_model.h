#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "cli/command_line.h"
#include "explorer/models/memory_model.h"

namespace drover {

// Whether a name given for a model means a file: it ends in ".cat" or has a "/" in it.
[[nodiscard]] bool is_model_file(std::string_view name);

// A built-in model or one from a file; complaints about a file are printed, and nothing comes of
// one with errors.
[[nodiscard]] std::shared_ptr<const MemoryModel> load_model(const std::string& name,
                                                            ColourChoice colour);

}  // namespace drover
