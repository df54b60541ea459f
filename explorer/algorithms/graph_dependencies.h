#pragma once

#include <cstdint>
#include <memory>

#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Adds the next event of a thread, of the label at `node`, to a graph; and, if it is new there, the
// initial write of its location.
EventId add_event(ExecutionGraph& graph, const ProgramAutomata& automata, ThreadId thread,
                  NodeId node);

// Graphs come with or without the dependencies of their events.
enum class DependencyPart : std::uint8_t { LeftOut, Included };

// Returns addr, data and ctrl of a graph whose reads have values. If the automata track
// dependencies (UnfoldOptions), uses those of the events' nodes.
[[nodiscard]] std::shared_ptr<const GraphDependencies> graph_dependencies(
    const ProgramAutomata& automata, const ExecutionGraph& graph);

}  // namespace drover
