#pragma once

#include <span>
#include <string>

#include "drawing/picture.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"

namespace drover::drawing {

// A picture of `graph` for a terminal: its title and captions, then what
// explorer/graph/text_printer.h prints, then the edges of further relations, a line for each
// relation, and the cycle if there is one.
[[nodiscard]] std::string write_text(const Picture& picture, const ExecutionGraph& graph,
                                     const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     SourceLines lines = SourceLines::Shown);

}  // namespace drover::drawing
