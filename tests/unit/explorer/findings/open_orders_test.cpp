#include "explorer/findings/open_orders.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <set>
#include <string>

#include "explorer/models/model_registry.h"
#include "tests/support/graph_text.h"

namespace drover::open_orders_test {

namespace {

// True if the first two events of thread T0 are evidence, as two parts of an expression.
bool matter(const std::string& text) {
  const ExecutionGraph graph = testing::graph(text);
  const auto events = graph.events_of(ThreadId(0));
  Program program;
  program.open_orders = {{.source = {},
                          .first = {graph.event(events[0]).label.source},
                          .second = {graph.event(events[1]).label.source}}};
  OpenOrderCheck check(program);
  const Relation order = find_model("rc11")->happens_before(graph);
  check.examine(graph, [&]() -> const Relation& { return order; });
  CHECK(check.is_done() == !check.found().empty());
  return check.is_done();
}

}  // namespace

TEST_CASE("an open order matters if other threads write to what both parts read") {
  CHECK(matter("R x 0; R y 0 || W x 1; W y 1"));
  CHECK(matter("R x 0; R x 0 || W x 1"));
  // The second read is ordered only by the first.
  CHECK(matter("R@acq y 1; R x 1 || W x 1; W@rel y 1"));
  CHECK_FALSE(matter("R x 0; R z 0 || W x 1; W y 1"));
  CHECK_FALSE(matter("R x 0; R y 0 || R x 0; R y 0"));
  CHECK_FALSE(matter("R x 1; R y 1 || init: W x 1; W y 1"));
}

TEST_CASE("an open order matters if the parts conflict, or others read what they write") {
  CHECK(matter("W x 1; R x 1"));
  CHECK(matter("W x 1; W y 1 || R y 0; R x 0"));
  CHECK_FALSE(matter("W x 1; R y 0"));
}

TEST_CASE("an open order does not matter at a location that both parts write before they read it") {
  CHECK_FALSE(matter("W x 1; W x 2"));
  CHECK_FALSE(matter("W x 1; W x 2; W x 3; R x 3"));
  CHECK(matter("W x 1; W x 2; R x 2"));
  CHECK(matter("W x 1; W x 2 || R x 2"));
  CHECK(matter("R x 0; W x 2"));
}

TEST_CASE("open orders are looked for in some executions only") {
  const ExecutionGraph graph = testing::graph("R x 0; R z 0 || W x 1; W y 1");
  const auto events = graph.events_of(ThreadId(0));
  Program program;
  program.open_orders = {{.source = {},
                          .first = {graph.event(events[0]).label.source},
                          .second = {graph.event(events[1]).label.source}}};
  OpenOrderCheck check(program);
  const Relation order = find_model("rc11")->happens_before(graph);
  std::size_t computed = 0;
  while (!check.is_done()) {
    check.examine(graph, [&]() -> const Relation& {
      ++computed;
      return order;
    });
  }
  CHECK(check.found().empty());
  CHECK(computed == 100);
}

}  // namespace drover::open_orders_test
