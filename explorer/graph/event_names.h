#pragma once

#include <cstddef>
#include <string>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

// Names of events, for pictures, tables, explanations and traces.
namespace drover {

// Returns a, b, …, z, aa, ab, …: the name of an event number, from 0.
[[nodiscard]] std::string letter_of(std::size_t number);

// Returns the letter of an event: letters follow threads and program order, so they do not depend
// on how the execution was found. Initial writes have none.
[[nodiscard]] std::string event_letter(const ExecutionGraph& graph, EventId event);

// Returns `c`, or `init x` for an initial write.
[[nodiscard]] std::string event_name(const ExecutionGraph& graph, EventId event,
                                     const GraphNames& names);

// The same with its place: `c (writer:4)`.
[[nodiscard]] std::string event_and_place(const ExecutionGraph& graph, EventId event,
                                          const GraphNames& names);

}  // namespace drover
