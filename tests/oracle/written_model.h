#pragma once

#include <string>

#include "explorer/models/memory_model.h"

namespace drover::oracle {

// Returns a built-in model as if a user had written its text into a file: only proved properties of
// it are known. The model lives as long as the program.
[[nodiscard]] const MemoryModel& written_model(const std::string& name);

}  // namespace drover::oracle
