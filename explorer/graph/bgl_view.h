#pragma once

// What Boost.Graph does for relations. (Dominators are our own: semantics/program/dominators.cpp
// says why.)

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/topological_sort.hpp>
#include <iterator>
#include <vector>

#include "explorer/graph/relation.h"

namespace drover {

// All events, each after its predecessors; otherwise as near to event order as depth-first
// search over predecessors gives. `r` must be acyclic.
inline std::vector<EventId> topological_order(const Relation& r) {
  using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS>;
  Graph predecessors(r.size());
  for (const auto& [before, after] : r.pairs()) add_edge(after.value, before.value, predecessors);
  // Boost emits a vertex once all it leads to are out: here, once its predecessors are.
  std::vector<Graph::vertex_descriptor> order;
  order.reserve(r.size());
  boost::topological_sort(predecessors, std::back_inserter(order));
  return {order.begin(), order.end()};
}

}  // namespace drover
