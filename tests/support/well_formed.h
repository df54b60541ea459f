#pragma once

#include <optional>
#include <string>

#include "explorer/graph/execution_graph.h"

namespace drover {

// Returns the first structural invariant that `graph` breaks, as `name: mistake`. Partial graphs
// have the same invariants, [RCMC] Def. 3.3-3.6:
//
//   po-dense      the events of a thread are numbered 0, 1, … in insertion order
//   initial       each accessed location has one initial write
//   write-value   a write has the value of its label
//   rf            only reads have a writer, which is a write of the same location
//   rf-value      a read has the value of its writer
//   exclusive     a read is exclusive iff its value is one of its exclusive values, and has
//                 the mode that follows from that
//   rmw           an exclusive read is the last event of its thread or followed at once by
//                 the exclusive write of the same location; no other exclusive writes
//   co            coherence begins with the initial write and has writes of its location, once
[[nodiscard]] std::optional<std::string> find_ill_formedness(const ExecutionGraph& graph);

}  // namespace drover
