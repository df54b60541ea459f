#pragma once

#include <vector>

#include "analysis/audit/audit.h"
#include "explorer/models/memory_model.h"

namespace drover::audit {

// What `spore` needs of a model that is not built in and that is neither proved of it nor found in
// it by an audit of small graphs. The audit is made once for each text of a model, and kept in the
// user's cache; there is none where all is proved, or the contrary.
[[nodiscard]] std::vector<ModelProperty> audited_properties(const MemoryModel& model);

}  // namespace drover::audit
