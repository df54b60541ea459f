#include "explorer/algorithms/graph_dependencies.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <span>
#include <vector>

#include "tests/support/program_text.h"

namespace drover::graph_dependencies_test {

namespace {

// The graph of the first thread alone, whose reads return these values.
ExecutionGraph follow(ProgramAutomata& automata, const std::vector<Value>& values) {
  ExecutionGraph graph(automata.roles());
  ThreadAutomaton& thread = automata.thread(ThreadId(0));
  std::size_t read = 0;
  for (NodeId node = thread.initial(); !node.is_none() && is_event(thread.kind(node));) {
    const Label label = thread.label(node);
    if (label.is_access()) graph.ensure_initial_write(label.location, 0);
    const EventId event = graph.add(ThreadId(0), node, label);
    const Value value = label.is_read() ? values.at(read++) : 0;
    if (label.is_read()) graph.set_read_value(event, value);
    node = thread.next(node, value);
  }
  return graph;
}

}  // namespace

TEST_CASE("dependencies are the same whether the graph's nodes know them or not") {
  const Program program = testing::program_from(
      "shared x, y, a[2]; thread t { p := x; q := a[p]; if (q) { y := p; } r := faa(x, q); "
      "s := await(y == 7); }");
  for (const std::vector<Value>& values :
       {std::vector<Value>{1, 1, 0, 7}, {0, 0, 3, 7}, {1, 1, 0, 6}}) {
    ProgramAutomata tracking(program, {.dependencies = DependencyTracking::On});
    ProgramAutomata plain(program, {});
    const ExecutionGraph graph = follow(tracking, values);
    const auto known = graph_dependencies(tracking, graph);
    const auto found = graph_dependencies(plain, follow(plain, values));
    CHECK(known->addr == found->addr);
    CHECK(known->data == found->data);
    CHECK(known->ctrl == found->ctrl);
    const std::span<const EventId> events = graph.events_of(ThreadId(0));
    CHECK(known->addr.contains(events[0], events[1]));
    CHECK(known->ctrl.contains(events[1], events.back()));
    CHECK_FALSE(known->ctrl.contains(events[0], events[1]));
  }
}

}  // namespace drover::graph_dependencies_test
