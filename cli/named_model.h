#pragma once

#include <string>

#include "explorer/models/memory_model.h"
#include "explorer/models/model_registry.h"
#include "support/check.h"

namespace drover {

// The model that the command line named; parse_command_line has seen that there is one.
[[nodiscard]] inline const MemoryModel& named_model(const std::string& name) {
  const MemoryModel* model = find_model(name);
  DROVER_CHECK(model != nullptr, "the name of a model is checked when it is given");
  return *model;
}

}  // namespace drover
