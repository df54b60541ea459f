#pragma once

#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "support/json.h"

namespace drover::serve {

// An execution, event by event: an order in which it may have come about, and what memory holds at
// each point. What else there is depends on the model:
//
//   memory   sc: memory alone
//   buffers  tso, pso: what each thread has in its store buffer
//   views    others: of each location, the latest write that a thread is bound to have seen
//
//   {"kind": "buffers", "threads": [NAME…], "locations": [NAME…], "steps": [STEP…]}
//   STEP: {"event": NUMBER or null, "thread": PLACE, "text": "…", "memory": [VALUE…],
//          "buffers": [[[LOCATION, VALUE]…]…] or "views": [[VALUE…]…]}
//
// `memory` and `views` are by location, `buffers` and `views` by thread. Null if there is no such
// order: the model's executions need not be runs of a machine.
[[nodiscard]] Json walk_json(const ExecutionGraph& graph, const GraphNames& names,
                             const MemoryModel& model);

// For each way of walking, the models (by their places) that have it.
struct WalkedModel {
  std::size_t place = 0;
  const MemoryModel* model = nullptr;
};
[[nodiscard]] Json walks_json(const ExecutionGraph& graph, const GraphNames& names,
                              const std::vector<WalkedModel>& models);

}  // namespace drover::serve
