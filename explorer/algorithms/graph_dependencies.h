#pragma once

#include <cstdint>
#include <memory>

#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// Graphs come with or without the dependencies of their events.
enum class DependencyPart : std::uint8_t { LeftOut, Included };

// Returns addr, data and ctrl of a graph whose reads have values. If the automata track
// dependencies (UnfoldOptions), uses those of the events' nodes.
[[nodiscard]] std::shared_ptr<const GraphDependencies> graph_dependencies(
    const ProgramAutomata& automata, const ExecutionGraph& graph);

}  // namespace drover
