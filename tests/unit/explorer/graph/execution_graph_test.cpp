#include "explorer/graph/execution_graph.h"

#include <doctest/doctest.h>

#include <vector>

#include "tests/support/well_formed.h"

namespace drover::execution_graph_test {

namespace {

constexpr LocationId X(0);
constexpr LocationId Y(5);
constexpr ThreadId T0(0);
constexpr ThreadId T1(1);

Label write_label(LocationId location, Value value) {
  Label label;
  label.kind = LabelKind::Write;
  label.mode = Mode::Rlx;
  label.location = location;
  label.value = value;
  return label;
}

Label read_label(LocationId location) {
  Label label;
  label.kind = LabelKind::Read;
  label.mode = Mode::Rlx;
  label.location = location;
  return label;
}

Label cas_read_label(LocationId location, Value expected) {
  Label label = read_label(location);
  label.mode = Mode::Acq;
  label.failure_mode = Mode::Rlx;
  label.exclusive = {ExclusiveValues::Kind::One, expected};
  return label;
}

ExecutionGraph two_workers() { return ExecutionGraph({ThreadRole::Worker, ThreadRole::Worker}); }

}  // namespace

TEST_CASE("a location is named once, with its initial value") {
  ExecutionGraph graph = two_workers();
  CHECK(graph.initial_write(X).is_none());
  const EventId initial = graph.ensure_initial_write(Y, 7);
  CHECK(graph.ensure_initial_write(Y, 7) == initial);
  CHECK(graph.size() == 1);
  CHECK(graph.event(initial).is_initial());
  CHECK(graph.event(initial).value == 7);
  CHECK(graph.initial_write(X).is_none());
  CHECK(graph.locations() == std::vector<LocationId>{Y});
  CHECK(graph.coherence_maximal(Y) == initial);
  CHECK(graph.writes_to(X).empty());
}

TEST_CASE("writes are ordered in coherence where they are put") {
  ExecutionGraph graph = two_workers();
  const EventId initial = graph.ensure_initial_write(X, 0);
  const EventId a = graph.add(T0, NodeId(1), write_label(X, 1));
  const EventId b = graph.add(T1, NodeId(1), write_label(X, 2));
  CHECK(graph.coherence(X).size() == 1);
  CHECK(graph.writes_to(X).size() == 3);
  graph.insert_coherence(a, 1);
  graph.insert_coherence(b, 1);
  const auto order = graph.coherence(X);
  CHECK(std::vector<EventId>(order.begin(), order.end()) == std::vector<EventId>{initial, b, a});
  CHECK(graph.coherence_maximal(X) == a);
  graph.erase_coherence(a);
  CHECK(graph.coherence_maximal(X) == b);
}

TEST_CASE("a compare-and-swap has the kind and mode of the value it reads") {
  ExecutionGraph graph = two_workers();
  const EventId initial = graph.ensure_initial_write(X, 0);
  const EventId write = graph.add(T0, NodeId(1), write_label(X, 1));
  const EventId read = graph.add(T1, NodeId(1), cas_read_label(X, 0));
  graph.set_reads_from(read, write);
  CHECK_FALSE(graph.event(read).is_exclusive_read);
  CHECK(graph.event(read).label.mode == Mode::Rlx);
  CHECK(graph.event(read).value == 1);
  graph.set_reads_from(read, initial);
  CHECK(graph.event(read).is_exclusive_read);
  CHECK(graph.event(read).label.mode == Mode::Acq);
  graph.clear_reads_from(read);
  CHECK_FALSE(graph.event(read).is_exclusive_read);
  CHECK(graph.event(read).reads_from.is_none());
  graph.set_read_value(read, 1);
  CHECK(graph.event(read).label.mode == Mode::Rlx);
  CHECK(graph.event(read).reads_from.is_none());
}

TEST_CASE("removing the last events gives back the graph before them") {
  ExecutionGraph graph = two_workers();
  graph.ensure_initial_write(X, 0);
  const EventId a = graph.add(T0, NodeId(1), write_label(X, 1));
  graph.insert_coherence(a, 1);
  graph.ensure_initial_write(Y, 0);
  const EventId read = graph.add(T0, NodeId(2), read_label(Y));
  graph.set_reads_from(read, graph.initial_write(Y));
  graph.remove_last();
  CHECK(graph.events_of(T0).size() == 1);
  graph.remove_last();
  CHECK(graph.initial_write(Y).is_none());
  CHECK(graph.locations() == std::vector<LocationId>{X});
  graph.remove_last();
  CHECK(graph.coherence(X).size() == 1);
  CHECK(graph.writes_to(X).size() == 1);
  CHECK(graph.ensure_initial_write(Y, 3) == EventId(1));
  CHECK(find_ill_formedness(graph) == std::nullopt);
}

TEST_CASE("an ill-formed graph is described") {
  ExecutionGraph graph = two_workers();
  graph.ensure_initial_write(X, 0);
  const EventId a = graph.add(T0, NodeId(1), write_label(X, 1));
  graph.insert_coherence(a, 1);
  CHECK(find_ill_formedness(graph) == std::nullopt);

  ExecutionGraph twice = graph;
  twice.insert_coherence(a, 1);
  CHECK(find_ill_formedness(twice) == "co: event 1 has two places");

  ExecutionGraph without_write = graph;
  const EventId read = without_write.add(T1, NodeId(1), cas_read_label(X, 0));
  without_write.set_reads_from(read, without_write.initial_write(X));
  CHECK(find_ill_formedness(without_write) == std::nullopt);  // pending
  without_write.add(T1, NodeId(2), write_label(X, 2));
  CHECK(find_ill_formedness(without_write) ==
        "rmw: event 3 follows an exclusive read and is not its write");

  ExecutionGraph without_read = graph;
  Label exclusive_write = write_label(X, 2);
  exclusive_write.is_exclusive_write = true;
  without_read.add(T1, NodeId(1), exclusive_write);
  CHECK(find_ill_formedness(without_read) == "rmw: event 2 is an exclusive write without its read");
}

}  // namespace drover::execution_graph_test
