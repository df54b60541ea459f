#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

namespace drover {

// The strongest order that all events of an execution can follow.
enum class RowOrder : std::uint8_t {
  Interleaving,  // po, rf, co and fr: each read sees the last write before it
  Causal,        // po and rf
  Threads        // po alone: po | rf has a cycle
};
[[nodiscard]] RowOrder row_order(const ExecutionGraph& graph);

// Returns the events of threads in the order of the rows of print_text, which follows `row_order`.
[[nodiscard]] std::vector<EventId> reading_order(const ExecutionGraph& graph);

enum class SourceLines : std::uint8_t { Shown, LeftOut };

struct TextLayout {
  SourceLines lines = SourceLines::Shown;
  std::size_t columns = 100;
};

// Returns an execution as text for a terminal: one column per thread, with rows in `reading_order`
// (or one block per thread if the columns are too wide for `layout`), then rf and co with the
// letters of events. Source lines are in brackets; events with a remark are marked `*1`, `*2`, …
// and explained at the end.
[[nodiscard]] std::string print_text(const ExecutionGraph& graph, const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     TextLayout layout = {});

}  // namespace drover
