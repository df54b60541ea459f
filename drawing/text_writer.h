#pragma once

#include <span>
#include <string>

#include "drawing/picture.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"

namespace drover::drawing {

// Writes a picture of `graph` for a terminal: title and captions, then the output of
// explorer/graph/text_printer.h, then one line for each further relation, and the cycle if there is
// one.
[[nodiscard]] std::string write_text(const Picture& picture, const ExecutionGraph& graph,
                                     const GraphNames& names,
                                     std::span<const EventRemark> remarks = {},
                                     SourceLines lines = SourceLines::Shown);

}  // namespace drover::drawing
