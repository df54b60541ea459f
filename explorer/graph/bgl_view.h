#pragma once

// A Relation as a Boost.Graph graph, and the two algorithms we take from there.

#include <algorithm>
#include <boost/graph/graph_traits.hpp>
#include <boost/graph/topological_sort.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "explorer/graph/relation.h"

namespace drover {

// Vertices are event numbers, edges the pairs of the relation, which must outlive the view.
struct RelationView {
  const Relation* relation = nullptr;
};

// The edges that leave one vertex, in increasing order of their targets.
class OutEdgeIterator
    : public boost::iterator_facade<OutEdgeIterator, std::pair<std::size_t, std::size_t>,
                                    boost::forward_traversal_tag,
                                    std::pair<std::size_t, std::size_t>> {
 public:
  OutEdgeIterator() = default;
  OutEdgeIterator(const Relation& relation, std::size_t from, std::size_t to)
      : relation_(&relation), from_(from), to_(to) {
    skip_to_edge();
  }

 private:
  friend class boost::iterator_core_access;
  void skip_to_edge() {
    while (to_ < relation_->size() && !relation_->contains(EventId(from_), EventId(to_))) ++to_;
  }
  void increment() {
    ++to_;
    skip_to_edge();
  }
  [[nodiscard]] bool equal(const OutEdgeIterator& other) const {
    return from_ == other.from_ && to_ == other.to_;
  }
  [[nodiscard]] std::pair<std::size_t, std::size_t> dereference() const { return {from_, to_}; }

  const Relation* relation_ = nullptr;
  std::size_t from_ = 0;
  std::size_t to_ = 0;
};

struct RelationViewTraversal : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};

}  // namespace drover

template <>
struct boost::graph_traits<drover::RelationView> {
  using vertex_descriptor = std::size_t;
  using edge_descriptor = std::pair<std::size_t, std::size_t>;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::disallow_parallel_edge_tag;
  using traversal_category = drover::RelationViewTraversal;
  using vertex_iterator = boost::counting_iterator<std::size_t>;
  using out_edge_iterator = drover::OutEdgeIterator;
  using vertices_size_type = std::size_t;
  using edges_size_type = std::size_t;
  using degree_size_type = std::size_t;
  static vertex_descriptor null_vertex() { return static_cast<std::size_t>(-1); }
};

namespace drover {

// What Boost.Graph asks of a graph, found by argument-dependent lookup.
inline std::pair<boost::counting_iterator<std::size_t>, boost::counting_iterator<std::size_t>>
vertices(const RelationView& view) {
  return {boost::counting_iterator<std::size_t>(0),
          boost::counting_iterator<std::size_t>(view.relation->size())};
}
inline std::size_t num_vertices(const RelationView& view) { return view.relation->size(); }
inline std::pair<OutEdgeIterator, OutEdgeIterator> out_edges(std::size_t vertex,
                                                             const RelationView& view) {
  return {OutEdgeIterator(*view.relation, vertex, 0),
          OutEdgeIterator(*view.relation, vertex, view.relation->size())};
}
inline std::size_t out_degree(std::size_t vertex, const RelationView& view) {
  const auto [begin, end] = out_edges(vertex, view);
  return static_cast<std::size_t>(std::distance(begin, end));
}
inline std::size_t source(const std::pair<std::size_t, std::size_t>& edge, const RelationView&) {
  return edge.first;
}
inline std::size_t target(const std::pair<std::size_t, std::size_t>& edge, const RelationView&) {
  return edge.second;
}

// All events, each after its predecessors; otherwise as near to event order as depth-first
// search over predecessors gives. `r` must be acyclic.
inline std::vector<EventId> topological_order(const Relation& r) {
  const Relation predecessors = inverse(r);
  const RelationView view{&predecessors};
  std::vector<std::size_t> order;
  order.reserve(r.size());
  // Boost emits a vertex once all it leads to are out: here, once its predecessors are.
  boost::topological_sort(view, std::back_inserter(order),
                          boost::vertex_index_map(boost::identity_property_map()));
  std::vector<EventId> result;
  result.reserve(order.size());
  for (const std::size_t vertex : order) result.emplace_back(vertex);
  return result;
}

}  // namespace drover
