#pragma once

#include <vector>

#include "analysis/audit/audit.h"
#include "explorer/models/memory_model.h"

namespace drover::audit {

// Returns the properties that `spore` needs, for a model that is not built in, and that neither a
// proof nor an audit of small graphs establishes. The audit runs once for each model text; the
// user's cache keeps the result. No audit runs if all are proved, or if the model forbids the empty
// graph.
[[nodiscard]] std::vector<ModelProperty> audited_properties(const MemoryModel& model);

}  // namespace drover::audit
