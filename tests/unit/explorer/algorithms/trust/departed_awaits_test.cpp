#include "explorer/algorithms/trust/departed_awaits.h"

#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::trust::departed_awaits_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

Slot write(GrowingGraph& g, std::size_t thread, LocationId location) {
  const Slot slot = g.open_write(thread, location, Mode::Rlx);
  g.place_last(slot);
  return slot;
}

// A graph with a write `older`, and an await of thread 1 that has left it for the write `anchor`
// of thread 2.
struct Departed {
  Departed() {
    older = write(g, 0, X);
    const Slot read = g.open_read(1, X, Mode::Rlx);
    const std::uint32_t stamp = g.graph[read].stamp;
    anchor = write(g, 2, X);
    EventBits<1> left;
    left.insert(read);
    const auto copy = std::make_unique<WorkingGraph<1>>(g.graph);
    g.graph.copy_without(*copy, left);
    g.graph.add_wait({.thread = 1, .index = 0, .anchor = anchor, .stamp = stamp});
    wait = g.graph.waits().back();
  }

  GrowingGraph g{5};
  Slot older = NoEvent;
  Slot anchor = NoEvent;
  Wait wait;
};

}  // namespace

TEST_CASE("departed awaits: a write that knows of the anchor leads back to it") {
  Departed d;
  const Slot after = write(d.g, 2, X);
  CHECK(last_known(d.g.graph, d.wait, X, after) == d.anchor);
  CHECK(leads_back(d.g.graph, d.wait, d.anchor));
  CHECK(leads_back(d.g.graph, d.wait, after));
  const Slot behind = write(d.g, 2, X);  // by way of `after`
  CHECK(leads_back(d.g.graph, d.wait, behind));
}

TEST_CASE("departed awaits: a write that does not know of the anchor has its turn elsewhere") {
  Departed d;
  const Slot other = write(d.g, 3, X);
  CHECK(last_known(d.g.graph, d.wait, X, other) == d.older);
  CHECK_FALSE(leads_back(d.g.graph, d.wait, other));
  CHECK_FALSE(leads_back(d.g.graph, d.wait, d.older));
  CHECK_FALSE(leads_back(d.g.graph, d.wait, InitialWrite));
}

TEST_CASE("departed awaits: a read that is younger than the Wait does not concern it") {
  Departed d;
  const Slot young = d.g.open_read(3, Y, Mode::Rlx);
  d.g.set_writer(young, InitialWrite);
  const Slot writer = d.g.open_write(4, Y, Mode::Rlx);
  CHECK(waits_allow_revisit(d.g.graph, young, writer));
}

TEST_CASE("departed awaits: what would delete the read must know of the anchor last") {
  GrowingGraph g(4);
  const Slot revisited = g.open_read(0, Y, Mode::Rlx);
  g.set_writer(revisited, InitialWrite);
  const Slot read = g.open_read(1, X, Mode::Rlx);
  const std::uint32_t stamp = g.graph[read].stamp;
  const Slot anchor = write(g, 2, X);
  g.graph.add_wait({.thread = 1, .index = 0, .anchor = anchor, .stamp = stamp});
  const Slot knowing = g.open_write(2, Y, Mode::Rlx);
  CHECK(waits_allow_revisit(g.graph, revisited, knowing));
  const Slot ignorant = g.open_write(3, Y, Mode::Rlx);
  CHECK_FALSE(waits_allow_revisit(g.graph, revisited, ignorant));
}

}  // namespace drover::trust::departed_awaits_test
