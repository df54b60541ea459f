#pragma once

#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "report/drawings.h"
#include "support/json.h"

namespace drover::serve {

// An execution, event by event: a possible order of its events, and the contents of memory after
// each. The rest depends on the model:
//
//   memory   sc: memory alone
//   buffers  tso, pso: the store buffer of each thread
//   views    others: for each thread and location, the latest write that the thread must see
//
//   {"kind": "buffers", "threads": [NAME…], "locations": [NAME…], "steps": [STEP…]}
//   STEP: {"event": NUMBER or null, "thread": PLACE, "text": "…", "memory": [VALUE…],
//          "buffers": [[[LOCATION, VALUE]…]…] or "views": [[VALUE…]…]}
//
// `memory` and `views` are by location, `buffers` and `views` by thread. Null if there is no such
// order: a model's executions need not be runs of a machine.
[[nodiscard]] Json walk_json(const ExecutionGraph& graph, const GraphNames& names,
                             const MemoryModel& model);

// Returns each kind of walk once, with the indices of its models.
[[nodiscard]] Json walks_json(const ExecutionGraph& graph, const GraphNames& names,
                              const std::vector<report::PlacedModel>& models);

}  // namespace drover::serve
