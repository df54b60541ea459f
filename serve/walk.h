#pragma once

#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"
#include "report/drawings.h"
#include "support/json.h"

namespace drover::serve {

// An execution, step by step: an order of its events, and what is where after each. `about` says
// what the order agrees with, and what is shown. That depends on the model and the execution:
//
//   memory   memory: sc, and interleavings under models without views
//   buffers  tso, pso: memory, and the store buffer of each thread
//   views    sra, ra, rc11, rc20: the latest write of each location, and for each thread the latest
//            that it must have seen; aarch64, riscv: the last message of each location, and for
//            each thread the oldest that it may still read
//   order    others: the order alone
//
//   {"kind": "buffers", "about": "…", "threads": [NAME…], "locations": [NAME…], "steps": [STEP…]}
//   STEP: {"events": [NUMBER…], "letter": "a", "thread": PLACE, "line": LINE, "text": "…",
//          "memory": [VALUE…], "buffers": [[[LOCATION, VALUE]…]…], "views": [[VALUE…]…]}
//
// `memory` and `views` are by location, `buffers` and `views` by thread. Null if the execution is
// too long.
[[nodiscard]] Json walk_json(const ExecutionGraph& graph, const GraphNames& names,
                             const MemoryModel& model);

// Returns each kind of walk once, with the indices of its models.
[[nodiscard]] Json walks_json(const ExecutionGraph& graph, const GraphNames& names,
                              const std::vector<report::PlacedModel>& models);

}  // namespace drover::serve
