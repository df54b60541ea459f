#pragma once

#include <cstddef>

#include "explorer/graph/execution_graph.h"

namespace drover::reference {

// Whether the ways that threads took at control barriers fit together. Threads before `ended` have
// run to their ends; false only if no paths of the others make them fit.
//
// A barrier is passed iff all barriers of its instance in the text are reached (those that the
// thread's branches lead to), or, with a quorum, at least so many. Any of the threads that pass, as
// many as the quorum or more, synchronise. This is an equation, not an order: threads that wait for
// each other in a circle may pass.
[[nodiscard]] bool barriers_fit(const ExecutionGraph& graph, std::size_t ended);

}  // namespace drover::reference
