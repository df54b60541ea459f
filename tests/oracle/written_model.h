#pragma once

#include <string>

#include "explorer/models/memory_model.h"

namespace drover::oracle {

// The text of a built-in model as somebody might write it into a file: nothing is known of it but
// what is proved. Lives as long as the program.
[[nodiscard]] const MemoryModel& written_model(const std::string& name);

}  // namespace drover::oracle
