#include "semantics/program/dominators.h"

#include <doctest/doctest.h>

namespace drover {

TEST_CASE("what every way leads through") {
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

TEST_CASE("a loop with two entries") {
  CHECK_FALSE(Dominators({{1, 2}, {2}, {1}}, 0).is_reducible());
  CHECK(Dominators({{1}, {1}}, 0).is_reducible());
}

TEST_CASE("a graph without an entry") {
  const Dominators graph({}, static_cast<Dominators::Index>(-1));
  CHECK(graph.order().empty());
  CHECK(graph.is_reducible());
}

}  // namespace drover
