#pragma once

#include <cstddef>
#include <string>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"

// Names of events, the same in pictures, tables, explanations and traces.
namespace drover {

// a, b, …, z, aa, ab, …: the name of the how many-th event, from 0.
[[nodiscard]] std::string letter_of(std::size_t number);

// Events have letters, thread by thread in program order: an execution has the same ones however
// it was found. Initial writes have none.
[[nodiscard]] std::string event_letter(const ExecutionGraph& graph, EventId event);

// `c`, or `init x` for an initial write.
[[nodiscard]] std::string event_name(const ExecutionGraph& graph, EventId event,
                                     const GraphNames& names);

// The same with its place: `c (writer:4)`.
[[nodiscard]] std::string event_and_place(const ExecutionGraph& graph, EventId event,
                                          const GraphNames& names);

}  // namespace drover
