#pragma once

#include <span>
#include <string>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

namespace drover {

// An execution in Graphviz' DOT: one cluster per thread, immediate po, rf, immediate co
// and the fr edges to the next write in coherence. Events with a remark are highlighted.
[[nodiscard]] std::string print_dot(const ExecutionGraph& graph, const GraphNames& names,
                                    std::span<const EventRemark> remarks = {});

}  // namespace drover
