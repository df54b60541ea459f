#include "semantics/program/dominators.h"

#include <doctest/doctest.h>

#include <boost/graph/adjacency_list.hpp>
#include <boost/graph/dominator_tree.hpp>
#include <boost/graph/topological_sort.hpp>
#include <cstddef>
#include <iterator>
#include <random>
#include <vector>

namespace drover {

namespace {

using Index = Dominators::Index;
using BoostGraph = boost::adjacency_list<boost::vecS, boost::vecS, boost::bidirectionalS>;

std::vector<std::vector<Index>> random_graph(std::mt19937& random, Index size) {
  std::vector<std::vector<Index>> successors(size);
  for (Index node = 0; node < size; ++node) {
    for (auto ways = random() % 3; ways > 0; --ways) {
      successors[node].push_back(static_cast<Index>(random() % size));
    }
    // Mostly one goes on.
    if (node + 1 < size && random() % 4 != 0) successors[node].push_back(node + 1);
  }
  return successors;
}

std::vector<std::size_t> closest_by_boost(const BoostGraph& graph) {
  constexpr auto None = static_cast<std::size_t>(-1);
  std::vector<std::size_t> closest(num_vertices(graph), None);
  boost::lengauer_tarjan_dominator_tree(
      graph, 0,
      boost::make_iterator_property_map(closest.begin(), get(boost::vertex_index, graph)));
  return closest;
}

// Without the edges to what dominates them, is there a circle among what is reached?
bool is_reducible_by_boost(const Dominators& graph) {
  BoostGraph forwards(graph.size());
  for (const Index node : graph.order()) {
    for (const Index next : graph.successors(node)) {
      if (!graph.dominates(next, node)) add_edge(node, next, forwards);
    }
  }
  std::vector<std::size_t> order;
  try {
    boost::topological_sort(forwards, std::back_inserter(order));
  } catch (const boost::not_a_dag&) {
    return false;
  }
  return true;
}

}  // namespace

TEST_CASE("a node dominates another if every path to that leads through it") {
  //     0 → 1 → 2 → 4 → 5,  1 → 3 → 4,  4 → 1,  6 is not reached
  const Dominators graph({{1}, {2, 3}, {4}, {4}, {1, 5}, {}, {4}}, 0);
  CHECK(graph.order().front() == 0);
  CHECK(graph.order().size() == 6);
  CHECK_FALSE(graph.is_reached(6));
  CHECK(graph.closest(2) == 1);
  CHECK(graph.closest(3) == 1);
  CHECK(graph.closest(4) == 1);
  CHECK(graph.closest(5) == 4);
  CHECK(graph.dominates(1, 5));
  CHECK(graph.dominates(4, 4));
  CHECK_FALSE(graph.dominates(2, 4));
  CHECK_FALSE(graph.dominates(5, 4));
  CHECK(graph.position(2) < graph.position(3));  // the first way first
  CHECK(graph.predecessors(4).size() == 2);      // not from 6
  CHECK(graph.is_reducible());
}

TEST_CASE("a natural loop is the code that jumps back to its header") {
  //     0 → 1 → 2 → 3 → 2,  3 → 1,  1 → 4
  const Dominators graph({{1}, {2, 4}, {3}, {2, 1}, {}}, 0);
  CHECK(graph.headers() == std::vector<Index>{1, 2});
  CHECK(graph.natural_loop(1) == std::vector<bool>{false, true, true, true, false});
  CHECK(graph.natural_loop(2) == std::vector<bool>{false, false, true, true, false});
  // A circle that is entered in two ways is not one.
  CHECK(Dominators({{1, 2}, {2}, {1}}, 0).headers().empty());
  CHECK(Dominators({{0}}, 0).headers() == std::vector<Index>{0});
}

TEST_CASE("a loop with two entries is not reducible") {
  CHECK_FALSE(Dominators({{1, 2}, {2}, {1}}, 0).is_reducible());
  CHECK(Dominators({{1}, {1}}, 0).is_reducible());
}

TEST_CASE("dominators, reached nodes and reducibility are those of Boost.Graph") {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    CAPTURE(round);
    const auto size = static_cast<Index>(1 + random() % 30);
    const std::vector<std::vector<Index>> successors = random_graph(random, size);
    const Dominators graph(successors, 0);
    // Boost's algorithm is wrong where nodes that are not reached lead to nodes that are.
    BoostGraph boost_graph(size);
    for (const Index node : graph.order()) {
      for (const Index next : successors[node]) add_edge(node, next, boost_graph);
    }
    const std::vector<std::size_t> closest = closest_by_boost(boost_graph);
    for (Index node = 1; node < size; ++node) {
      CHECK(graph.is_reached(node) == (closest[node] != static_cast<std::size_t>(-1)));
      if (graph.is_reached(node)) CHECK(graph.closest(node) == closest[node]);
    }
    CHECK(graph.is_reducible() == is_reducible_by_boost(graph));
  }
}

TEST_CASE("a long loop does not exhaust the stack") {
  constexpr Index Size = 1'000'000;
  std::vector<std::vector<Index>> successors(Size);
  for (Index node = 0; node + 1 < Size; ++node) successors[node] = {node + 1};
  successors.back() = {1};
  const Dominators graph(std::move(successors), 0);
  CHECK(graph.is_reducible());
  CHECK(graph.closest(Size - 1) == Size - 2);
}

TEST_CASE("a graph without an entry has no dominators") {
  const Dominators graph({}, static_cast<Dominators::Index>(-1));
  CHECK(graph.order().empty());
  CHECK(graph.is_reducible());
}

}  // namespace drover
