#include "explorer/graph/working_graph.h"

#include <doctest/doctest.h>

#include <vector>

namespace drover::working_graph_test {

namespace {

constexpr LocationId X{std::size_t{0}};

class Fixture {
 public:
  explicit Fixture(std::vector<ThreadRole> roles)
      : graph(roles, std::vector<NodeId>(roles.size(), NodeId(7))) {}

  Slot add(std::size_t thread, LabelKind kind) {
    Label label;
    label.kind = kind;
    label.location = X;
    graph.ensure_location(X);
    const Slot event = graph.add(thread, label);
    graph.set_node(thread, NodeId(graph.thread(thread).node.value + std::size_t{1}));
    return event;
  }
  Slot write(std::size_t thread) {
    const Slot event = add(thread, LabelKind::Write);
    graph.place(event, graph.location(X).coherence.size());
    return event;
  }
  Slot read(std::size_t thread, Slot from) {
    const Slot event = add(thread, LabelKind::Read);
    graph.set_reads_from(event, from);
    return event;
  }

  WorkingGraph<1> graph;
};

const std::vector<ThreadRole> Workers(3, ThreadRole::Worker);

}  // namespace

TEST_CASE("working graph: the events before an event in po | rf are known") {
  Fixture f({ThreadRole::Init, ThreadRole::Worker, ThreadRole::Worker, ThreadRole::Final});
  const Slot init = f.write(0);
  const Slot write = f.write(1);
  const Slot read = f.read(2, write);
  const Slot after = f.add(2, LabelKind::Fence);
  const Slot last = f.add(3, LabelKind::Fence);
  CHECK(f.graph[write].po.contains(init));
  CHECK_FALSE(f.graph[read].po.contains(write));
  CHECK(f.graph[read].porf.contains(write));
  CHECK(f.graph[after].porf.contains(write));
  for (const Slot event : {init, write, read, after}) CHECK(f.graph[last].po.contains(event));
}

TEST_CASE("working graph: a read whose source is cleared has only po before it") {
  Fixture f(Workers);
  const Slot write = f.write(0);
  const Slot first = f.add(1, LabelKind::Fence);
  const Slot read = f.read(1, write);
  CHECK(f.graph[write].readers.contains(read));
  f.graph.clear_reads_from(read);
  CHECK_FALSE(f.graph[read].porf.contains(write));
  CHECK_FALSE(f.graph[write].readers.contains(read));
  CHECK(f.graph[read].porf.contains(first));
  f.graph.set_reads_from(read, InitialWrite);
  CHECK(f.graph.readers_of(X, InitialWrite).contains(read));
  f.graph.clear_reads_from(read);
  CHECK(f.graph.readers_of(X, InitialWrite).is_empty());
}

TEST_CASE("working graph: coherence by ranks, the initial write first") {
  Fixture f(Workers);
  const Slot a = f.write(0);
  CHECK(f.graph.coherence_maximal(X) == a);
  const Slot b = f.add(1, LabelKind::Write);
  f.graph.place(b, 0);
  CHECK(f.graph.coherence_rank(X, InitialWrite) == 0);
  CHECK(f.graph.coherence_rank(X, b) == 1);
  CHECK(f.graph.coherence_rank(X, a) == 2);
  CHECK(f.graph.at_rank(X, 0) == InitialWrite);
  CHECK(f.graph.at_rank(X, 1) == b);
  f.graph.unplace(b);
  f.graph.unplace(a);
  CHECK(f.graph.coherence_maximal(X) == InitialWrite);
}

TEST_CASE("working graph: taking back a step restores the graph") {
  Fixture f(Workers);
  const Slot write = f.write(0);
  const NodeId before = f.graph.thread(1).node;
  const Slot read = f.read(1, write);
  const std::uint32_t stamp = f.graph[read].stamp;
  f.graph.clear_reads_from(read);
  f.graph.remove(read);
  CHECK(f.graph.size() == 1);
  CHECK(f.graph.thread(1).node == before);
  CHECK(f.graph.last_of(1) == NoEvent);
  CHECK(f.graph.location(X).reads.is_empty());
  const Slot again = f.add(2, LabelKind::Fence);
  CHECK(f.graph[again].stamp == stamp);
  CHECK(f.graph[again].twin == NoEvent);
}

TEST_CASE("working graph: threads of a copy stand before their first deleted event") {
  Fixture f(Workers);
  const Slot write = f.write(0);
  const Slot kept = f.read(1, write);
  const Slot deleted_write = f.write(1);
  const Slot deleted_fence = f.add(1, LabelKind::Fence);
  const Slot reader = f.read(2, write);
  EventBits<1> deleted;
  for (const Slot event : {deleted_write, deleted_fence, reader}) deleted.insert(event);
  Fixture copy(Workers);
  copy.graph.copy_without(f.graph, deleted);
  CHECK(copy.graph.size() == 2);
  CHECK(copy.graph.thread(1).events == std::vector<Slot>{kept});
  CHECK(copy.graph.thread(1).node == f.graph[deleted_write].node);
  CHECK(copy.graph.thread(2).events.empty());
  CHECK(copy.graph.location(X).coherence == std::vector<Slot>{write});
  CHECK(copy.graph[write].readers.contains(kept));
  CHECK_FALSE(copy.graph[write].readers.contains(reader));
  CHECK(f.graph.size() == 5);
  // The next event comes after all that were there.
  CHECK(copy.graph[copy.write(2)].stamp > f.graph[reader].stamp);
}

TEST_CASE("working graph: awaits that have left are found by their place, the last first") {
  Fixture f(Workers);
  const Slot first = f.write(0);
  const Slot second = f.write(0);
  CHECK(f.graph.wait_at(1, 0) == nullptr);
  f.graph.add_wait({1, 0, first, 5});
  f.graph.add_wait({2, 0, first, 7});
  f.graph.add_wait({1, 0, second, 9});
  REQUIRE(f.graph.wait_at(1, 0) != nullptr);
  CHECK(f.graph.wait_at(1, 0)->anchor == second);
  CHECK(f.graph.wait_at(1, 1) == nullptr);
  CHECK(static_cast<bool>(f.graph[first].is_anchor));
  CHECK(f.graph.waits().size() == 3);

  Fixture copy(Workers);
  copy.graph.copy_without(f.graph, {});
  copy.graph.drop_waits_after(7);
  CHECK(copy.graph.waits().size() == 2);
  CHECK(copy.graph.wait_at(1, 0)->anchor == first);
  CHECK(f.graph.waits().size() == 3);
  // A slot that is used again is not an anchor.
  f.graph.unplace(second);
  f.graph.remove(second);
  CHECK_FALSE(static_cast<bool>(f.graph[f.write(0)].is_anchor));
}

}  // namespace drover::working_graph_test
