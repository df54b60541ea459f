#pragma once

// Relations as Boost.Graph graphs. (Dominators are our own: semantics/program/dominators.cpp says
// why.)

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/topological_sort.hpp>
#include <iterator>
#include <vector>

#include "explorer/graph/relation.h"

namespace drover {

// Returns all events, each after its predecessors; otherwise in event order as far as depth-first
// search over predecessors allows. `r` must be acyclic.
inline std::vector<EventId> topological_order(const Relation& r) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph predecessors(r.size());
  for (const auto& [before, after] : r.pairs()) add_edge(after.value, before.value, predecessors);
  // Boost emits a vertex after all its targets: here, after its predecessors.
  std::vector<Graph::vertex_descriptor> order;
  order.reserve(r.size());
  boost::topological_sort(predecessors, std::back_inserter(order));
  return {order.begin(), order.end()};
}

}  // namespace drover
