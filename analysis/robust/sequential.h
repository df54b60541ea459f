#pragma once

#include <span>

#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::robust {

// True if a graph is an execution of sc: po, rf, co and fr have no common cycle (Shasha and Snir,
// TOPLAS'88), and read-modify-writes are atomic. Faster than asking `sc`, which decides only about
// the graphs of machines' exclusive instructions and of accesses that are cut into parts. `sc` must
// fit the program; the graph must have a coherence order.
[[nodiscard]] bool is_sequential(const MemoryModel& sc, const ExecutionGraph& graph);

// True if some execution of sc has the events and the reads-from of this graph, whatever its
// coherence. The reads of `waiting`, at which threads wait forever, read last writes.
[[nodiscard]] bool has_sequential_reads(const MemoryModel& sc, const ExecutionGraph& graph,
                                        std::span<const EventId> waiting = {});

}  // namespace drover::robust
