#pragma once

#include <memory>

#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover {

// addr, data and ctrl of a graph whose reads have values. Where the automata track dependencies
// (UnfoldOptions), they are those of the events' nodes.
[[nodiscard]] std::shared_ptr<const GraphDependencies> graph_dependencies(
    const ProgramAutomata& automata, const ExecutionGraph& graph);

}  // namespace drover
