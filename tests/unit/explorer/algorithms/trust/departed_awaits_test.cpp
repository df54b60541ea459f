#include "explorer/algorithms/trust/departed_awaits.h"

#include "explorer/algorithms/trust/maximality.h"
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

// The rules of Lemma 4 (docs/proofs.md).

TEST_CASE(
    "departed awaits: a read that comes again may read the last write, or one that leads back") {
  Departed d;
  const Slot knowing = write(d.g, 2, X);
  const Slot ignorant = write(d.g, 3, X);
  const Slot last = write(d.g, 4, X);
  const Slot again = d.g.open_read(1, X, Mode::Rlx);
  CHECK(waits_allow_reading(d.g.graph, again, d.anchor));
  CHECK(waits_allow_reading(d.g.graph, again, knowing));
  CHECK_FALSE(waits_allow_reading(d.g.graph, again, ignorant));
  CHECK_FALSE(waits_allow_reading(d.g.graph, again, d.older));
  CHECK(waits_allow_reading(d.g.graph, again, last));
  // Another read is not concerned.
  const Slot other = d.g.open_read(3, X, Mode::Rlx);
  CHECK(waits_allow_reading(d.g.graph, other, ignorant));
}

TEST_CASE("departed awaits: a read that comes again is revisited by what leads back alone") {
  Departed d;
  const Slot again = d.g.open_read(1, X, Mode::Rlx);
  d.g.set_writer(again, d.anchor);
  const Slot knowing = d.g.open_write(2, X, Mode::Rlx);
  CHECK(waits_allow_revisit(d.g.graph, again, knowing));
  const Slot ignorant = d.g.open_write(3, X, Mode::Rlx);
  CHECK_FALSE(waits_allow_revisit(d.g.graph, again, ignorant));
}

TEST_CASE(
    "departed awaits: other writes revisit such a read if a revisit of an older read may delete "
    "it") {
  Departed d;
  const Slot between = d.g.open_read(4, Y, Mode::Rlx);
  d.g.set_writer(between, InitialWrite);
  const Slot again = d.g.open_read(1, X, Mode::Rlx);
  d.g.set_writer(again, d.anchor);
  const Slot ignorant = d.g.open_write(3, X, Mode::Rlx);
  CHECK(waits_allow_revisit(d.g.graph, again, ignorant));
}

namespace {

// As Departed, with an older read of Y, a read that has come again, and a write of Y that has the
// read and a last write of X among its causes.
struct Kept {
  explicit Kept(bool leads_back) {
    revisited = g.open_read(0, Y, Mode::Rlx);
    g.set_writer(revisited, InitialWrite);
    const Slot first = g.open_read(1, X, Mode::Rlx);
    const std::uint32_t stamp = g.graph[first].stamp;
    const Slot anchor = write(g, 2, X);
    EventBits<1> left;
    left.insert(first);
    const auto copy = std::make_unique<WorkingGraph<1>>(g.graph);
    g.graph.copy_without(*copy, left);
    g.graph.add_wait({.thread = 1, .index = 0, .anchor = anchor, .stamp = stamp});
    const Slot ignorant = write(g, 3, X);
    again = g.open_read(1, X, Mode::Rlx);
    g.set_writer(again, leads_back ? anchor : ignorant);
    const Slot later = g.open_read(1, X, Mode::Rlx);
    g.set_writer(later, ignorant);
    revisiting = g.open_write(1, Y, Mode::Rlx);
  }

  GrowingGraph g{4};
  Slot revisited = NoEvent;
  Slot again = NoEvent;
  Slot revisiting = NoEvent;
};

}  // namespace

TEST_CASE("departed awaits: a write that keeps the read needs the read's writer to lead back") {
  const Kept good(true);
  // The last write that it knows of does not lead back; but it does not delete the read.
  CHECK_FALSE(is_maximal_wait(good.g.graph, good.g.graph.waits().back(), good.revisiting));
  CHECK(waits_allow_revisit(good.g.graph, good.revisited, good.revisiting));
  const Kept bad(false);
  CHECK_FALSE(waits_allow_revisit(bad.g.graph, bad.revisited, bad.revisiting));
}

TEST_CASE("departed awaits: a graph in which the read's writer does not lead back is stale") {
  CHECK_FALSE(has_stray_read(Kept(true).g.graph));
  CHECK(has_stray_read(Kept(false).g.graph));
  const Departed gone;  // it has not come again
  CHECK(has_stray_read(gone.g.graph));
}

TEST_CASE("departed awaits: the anchor is not deleted") {
  Departed d;
  const Slot young = d.g.open_read(3, Y, Mode::Rlx);
  d.g.set_writer(young, InitialWrite);
  const Slot revisiting = d.g.open_write(4, Y, Mode::Rlx);
  const EventBits<1>& causes = d.g.graph[revisiting].causes;
  CHECK(is_read_by_previous(d.g.graph, d.anchor, causes));
  CHECK_FALSE(is_read_by_previous(d.g.graph, d.older, causes));
}

}  // namespace drover::trust::departed_awaits_test
