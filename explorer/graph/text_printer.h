#pragma once

#include <span>
#include <string>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

namespace drover {

// An execution as text for a terminal: one column per thread, rows in an order in which
// every event comes after its po and rf predecessors (or one block per thread where the
// columns would be wider than `columns` characters), then rf and co. Source lines are in
// brackets; events with a remark are marked `*1`, `*2`, … and explained at the end.
[[nodiscard]] std::string print_text(const ExecutionGraph& graph, const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     std::size_t columns = 100);

}  // namespace drover
