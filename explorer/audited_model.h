#pragma once

#include <vector>

#include "explorer/audit/audit.h"
#include "explorer/models/memory_model.h"

namespace drover {

// What `spore` needs of a model that is not built in and that an audit of small graphs does not
// find in it. The audit is made once for each text of a model, and kept in the user's cache.
[[nodiscard]] std::vector<AuditProperty> missing_for_spore(const MemoryModel& model);

}  // namespace drover
