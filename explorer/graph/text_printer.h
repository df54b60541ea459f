#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

namespace drover {

// Returns the events of threads in the order of the rows of print_text: an interleaving, if the
// execution has one. Otherwise each event follows its po and rf predecessors; inconsistent
// candidates with po | rf cycles use program order.
[[nodiscard]] std::vector<EventId> reading_order(const ExecutionGraph& graph);

enum class SourceLines : std::uint8_t { Shown, LeftOut };

struct TextLayout {
  SourceLines lines = SourceLines::Shown;
  std::size_t columns = 100;
};

// Returns an execution as text for a terminal: one column per thread, in rows in which every event
// follows its po and rf predecessors (or one block per thread if the columns are too wide for
// `layout`), then rf and co with the letters of events. Source lines are in brackets; events with a
// remark are marked `*1`, `*2`, … and explained at the end.
[[nodiscard]] std::string print_text(const ExecutionGraph& graph, const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     TextLayout layout = {});

}  // namespace drover
