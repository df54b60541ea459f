#pragma once

#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/dependencies.h"

namespace drover {

// Calls `visit` with the reads of an event, and the relation of its graph, for each kind of
// dependency.
template <typename Dependencies, typename Relations, typename Visit>
void for_each_dependency_kind(Dependencies& event, Relations& graph, const Visit& visit) {
  visit(event.addr, graph.addr);
  visit(event.data, graph.data);
  visit(event.ctrl, graph.ctrl);
  visit(event.pick_addr, graph.pick_addr);
  visit(event.pick_data, graph.pick_data);
  visit(event.pick_ctrl, graph.pick_ctrl);
  visit(event.pick, graph.pick);
}

}  // namespace drover
