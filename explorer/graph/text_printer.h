#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

namespace drover {

// The events of threads in the order of the rows of print_text: an interleaving, if the execution
// is one. Else each comes after its po and rf predecessors; candidates that are inconsistent may
// have po | rf cycles, and then program order has to do.
[[nodiscard]] std::vector<EventId> reading_order(const ExecutionGraph& graph);

enum class SourceLines : std::uint8_t { Shown, LeftOut };

struct TextLayout {
  SourceLines lines = SourceLines::Shown;
  std::size_t columns = 100;
};

// An execution as text for a terminal: one column per thread, rows in an order in which
// every event comes after its po and rf predecessors (or one block per thread where the
// columns would be wider than `layout` has columns), then rf and co, in which events are called by
// their letters. Source lines are in brackets; events with a remark are marked `*1`, `*2`, … and
// explained at the end.
[[nodiscard]] std::string print_text(const ExecutionGraph& graph, const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     TextLayout layout = {});

}  // namespace drover
