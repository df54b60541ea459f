#pragma once

#include "explorer/models/memory_model.h"
#include "support/json.h"

namespace drover::report {

// A model and its axioms, as `drover models --json` prints them.
[[nodiscard]] Json model_json(const MemoryModel& model);
// All that are built in, those of machines last.
[[nodiscard]] Json built_in_models_json();

}  // namespace drover::report
