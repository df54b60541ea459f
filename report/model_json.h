#pragma once

#include "explorer/models/memory_model.h"
#include "support/json.h"

namespace drover::report {

// Returns a model and its axioms, as printed by `drover models --json`.
[[nodiscard]] Json model_json(const MemoryModel& model);
// Returns all built-in models, machines last.
[[nodiscard]] Json built_in_models_json();

}  // namespace drover::report
