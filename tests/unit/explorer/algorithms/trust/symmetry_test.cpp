#include "explorer/algorithms/trust/symmetry.h"

#include <doctest/doctest.h>

#include <vector>

#include "explorer/graph/working_graph.h"

namespace drover::symmetry_test {

namespace {

constexpr LocationId X{std::size_t{0}};
constexpr LocationId Y{std::size_t{1}};

// Cells that only one thread can reach, one per thread.
LocationId own_cell(std::size_t thread) { return LocationId(2 + thread); }

// A graph of five threads, of which those of `group` are symmetric, and what is before what
// in symb.
class Twins {
 public:
  explicit Twins(const std::vector<std::size_t>& group = {1, 2, 3})
      : graph(std::vector<ThreadRole>(5, ThreadRole::Worker), std::vector<NodeId>(5, NodeId(0))),
        symmetry_(5, {threads(group)}) {}

  Slot read(std::size_t thread, LocationId location, Slot from) {
    Label label;
    label.kind = LabelKind::Read;
    label.location = location;
    const Slot event = add(thread, label);
    graph.set_reads_from(event, from);
    return event;
  }
  Slot write(std::size_t thread, LocationId location) {
    Label label;
    label.kind = LabelKind::Write;
    label.location = location;
    const Slot event = add(thread, label);
    graph.place(event, graph.location(location).coherence.size());
    return event;
  }
  // A read-modify-write; gives its read.
  Slot update(std::size_t thread, LocationId location, Slot from) {
    const Slot event = read(thread, location, from);
    graph[event].is_exclusive_read = true;
    write(thread, location);
    return event;
  }
  Slot fence(std::size_t thread) {
    Label label;
    label.kind = LabelKind::Fence;
    return add(thread, label);
  }
  [[nodiscard]] Slot twin(Slot event) const { return graph[event].twin; }

  WorkingGraph<1> graph;

 private:
  static passes::SymmetricThreads threads(const std::vector<std::size_t>& group) {
    passes::SymmetricThreads threads;
    for (const std::size_t thread : group) threads.emplace_back(thread);
    return threads;
  }

  Slot add(std::size_t thread, const Label& label) {
    if (label.is_access()) graph.ensure_location(label.location);
    const Slot event = graph.add(thread, label);
    graph[event].is_private = label.is_access() && label.location.value >= 2;
    graph.set_twin(event, symmetry_.twin_of(graph, event));
    return event;
  }

  trust::SymmetryBefore symmetry_;
};

}  // namespace

TEST_CASE("symb: the first events of symmetric threads are twins, of the nearest to the left") {
  Twins g;
  const Slot outside = g.read(0, X, InitialWrite);
  const Slot first = g.read(1, X, InitialWrite);
  const Slot second = g.read(2, X, InitialWrite);
  const Slot third = g.read(3, X, InitialWrite);
  const Slot right = g.read(4, X, InitialWrite);
  CHECK(g.twin(outside) == NoEvent);
  CHECK(g.twin(first) == NoEvent);
  CHECK(g.twin(second) == first);
  CHECK(g.twin(third) == second);
  CHECK(g.twin(right) == NoEvent);
}

TEST_CASE("symb: events match while everything before them reads from the same writes") {
  Twins g;
  const Slot write = g.write(0, X);
  g.read(1, X, write);
  g.fence(1);
  const Slot first = g.read(1, Y, InitialWrite);
  g.read(2, X, write);
  g.fence(2);
  const Slot second = g.read(2, Y, InitialWrite);
  CHECK(g.twin(second) == first);

  Twins other;
  const Slot source = other.write(0, X);
  other.read(1, X, InitialWrite);
  other.read(1, Y, InitialWrite);
  const Slot read = other.read(2, X, source);
  CHECK(other.twin(read) != NoEvent);
  CHECK(other.twin(other.read(2, Y, InitialWrite)) == NoEvent);
}

TEST_CASE("symb: a thread that differs is skipped, threads further left may be twins") {
  Twins g;
  const Slot write = g.write(0, X);
  g.read(1, X, InitialWrite);
  const Slot first = g.read(1, Y, InitialWrite);
  g.read(2, X, write);
  const Slot second = g.read(2, Y, InitialWrite);
  g.read(3, X, InitialWrite);
  const Slot third = g.read(3, Y, InitialWrite);
  CHECK(g.twin(second) == NoEvent);
  CHECK(g.twin(third) == first);
}

TEST_CASE("symb: two public writes are twins, and end the matching prefix, [SPORE] §3.2 (iii)") {
  Twins g;
  const Slot first = g.write(1, X);
  g.read(1, Y, InitialWrite);
  const Slot second = g.write(2, X);
  CHECK(g.twin(second) == first);
  CHECK(g.twin(g.read(2, Y, InitialWrite)) == NoEvent);
}

TEST_CASE("symb: writes to memory of one's own match") {
  Twins g;
  g.write(1, own_cell(1));
  const Slot first = g.write(1, X);
  const Slot own = g.write(2, own_cell(2));
  const Slot second = g.write(2, X);
  CHECK(g.twin(own) != NoEvent);
  CHECK(g.twin(second) == first);
  CHECK(g.twin(g.read(2, X, second)) == NoEvent);
}

TEST_CASE("symb: reads of one's own writes match if the writes are at the same place") {
  Twins g;
  for (const std::size_t thread : {1U, 2U}) {
    const Slot older = g.write(thread, own_cell(thread));
    const Slot newer = g.write(thread, own_cell(thread));
    g.read(thread, own_cell(thread), newer);
    g.read(thread, own_cell(thread), thread == 1 ? newer : older);  // no model allows it
    g.fence(thread);
  }
  const auto& events = g.graph.thread(2).events;
  CHECK(g.twin(events[3]) == g.graph.thread(1).events[3]);
  CHECK(g.twin(events[4]) == NoEvent);
}

TEST_CASE("symb: a read of one's own write does not match one of the initial write") {
  Twins mixed({1, 2});
  const Slot own = mixed.write(1, own_cell(1));
  mixed.read(1, own_cell(1), own);
  mixed.fence(1);
  mixed.write(2, own_cell(2));
  mixed.read(2, own_cell(2), InitialWrite);
  CHECK(mixed.twin(mixed.fence(2)) == NoEvent);
}

TEST_CASE("symb: events that are not alike are not twins") {
  Twins kinds;
  kinds.read(1, X, InitialWrite);
  CHECK(kinds.twin(kinds.write(2, X)) == NoEvent);
  Twins locations;
  locations.read(1, X, InitialWrite);
  CHECK(locations.twin(locations.read(2, Y, InitialWrite)) == NoEvent);
  Twins privacy;
  privacy.read(1, own_cell(1), InitialWrite);
  CHECK(privacy.twin(privacy.read(2, X, InitialWrite)) == NoEvent);
  Twins absent;
  absent.read(1, X, InitialWrite);
  absent.read(2, X, InitialWrite);
  CHECK(absent.twin(absent.read(2, Y, InitialWrite)) == NoEvent);
}

TEST_CASE("symb as a cause: a twin and its causes") {
  Twins g;
  const Slot write = g.write(0, X);
  const Slot first = g.read(1, X, write);
  const Slot second = g.read(2, X, InitialWrite);
  const auto& causes = g.graph[second].causes;
  CHECK(causes.contains(first));
  CHECK(causes.contains(write));
  CHECK_FALSE(g.graph[second].porf.contains(first));
  const Slot after = g.fence(2);
  CHECK(g.graph[after].causes.contains(first));
}

TEST_CASE("symb: the write of a twin that is a read-modify-write is a cause too") {
  Twins g;
  const Slot first = g.update(1, X, InitialWrite);
  const Slot write = g.graph.thread(1).events[1];
  const Slot second = g.read(2, X, write);
  CHECK(g.twin(second) == first);
  CHECK(g.graph[second].causes.contains(write));
  // Whatever it reads from in the end.
  g.graph.clear_reads_from(second);
  CHECK(g.graph[second].causes.contains(first));
  CHECK(g.graph[second].causes.contains(write));
}

TEST_CASE("symb: without groups nothing has a twin") {
  const trust::SymmetryBefore none(5, {});
  CHECK(none.is_empty());
  CHECK_FALSE(trust::SymmetryBefore(5, {{ThreadId(1), ThreadId(2)}}).is_empty());
  const trust::SymmetryBefore two(5, {{ThreadId(0), ThreadId(1)}, {ThreadId(2), ThreadId(3)}});
  WorkingGraph<1> graph(std::vector<ThreadRole>(5, ThreadRole::Worker),
                        std::vector<NodeId>(5, NodeId(0)));
  Label fence;
  fence.kind = LabelKind::Fence;
  for (std::size_t t = 0; t < 4; ++t) {
    const Slot event = graph.add(t, fence);
    CHECK((two.twin_of(graph, event) != NoEvent) == (t % 2 == 1));
    CHECK(none.twin_of(graph, event) == NoEvent);
  }
}

}  // namespace drover::symmetry_test
