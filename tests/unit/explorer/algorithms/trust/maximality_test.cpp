#include "explorer/algorithms/trust/maximality.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// [SPORE] appendix E.1.3 and E.3, on the smallest graphs.
namespace drover::trust::maximality_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

Slot read(GrowingGraph& g, std::size_t thread, LocationId location, Slot writer) {
  const Slot slot = g.open_read(thread, location, Mode::Rlx);
  g.set_writer(slot, writer);
  return slot;
}
Slot write(GrowingGraph& g, std::size_t thread, LocationId location) {
  const Slot slot = g.open_write(thread, location, Mode::Rlx);
  g.place_last(slot);
  return slot;
}
bool revisits(const GrowingGraph& g, Slot revisited, Slot writer) {
  return is_maximal_read(g.graph, revisited, g.graph[writer].causes) &&
         should_revisit(g.graph, revisited, writer, deleted_by(g.graph, revisited, writer));
}

}  // namespace

TEST_CASE("deleted: what was added after the read and is not a cause of the write") {
  GrowingGraph g(4);
  const Slot before = write(g, 0, Y);
  const Slot revisited = read(g, 1, X, InitialWrite);
  const Slot after = read(g, 1, Y, before);
  const Slot other = write(g, 2, Y);
  const Slot cause = write(g, 3, Y);
  const Slot writer = g.open_write(3, X, Mode::Rlx);
  const EventBits<1> deleted = deleted_by(g.graph, revisited, writer);
  CHECK(deleted.contains(after));
  CHECK(deleted.contains(other));
  for (const Slot kept : {before, revisited, cause, writer}) CHECK_FALSE(deleted.contains(kept));
}

TEST_CASE("rule READ: only a read of the last write that was there is revisited") {
  GrowingGraph g(3);
  const Slot old = write(g, 0, X);
  const Slot last = write(g, 0, X);
  const Slot of_old = read(g, 1, X, old);
  const Slot of_last = read(g, 1, X, last);
  const Slot writer = g.open_write(2, X, Mode::Rlx);
  CHECK_FALSE(revisits(g, of_old, writer));
  CHECK(revisits(g, of_last, writer));
}

TEST_CASE("rule READ: a deleted read of an old write keeps the revisit from being taken") {
  GrowingGraph g(4);
  const Slot y = write(g, 0, Y);
  const Slot revisited = read(g, 1, X, InitialWrite);
  const Slot stale = read(g, 2, Y, InitialWrite);
  const Slot writer = g.open_write(3, X, Mode::Rlx);
  CHECK_FALSE(revisits(g, revisited, writer));
  g.graph.clear_reads_from(stale);
  g.set_writer(stale, y);
  CHECK(revisits(g, revisited, writer));
}

TEST_CASE("rule WRITE: a deleted write must be the last in coherence of what was there") {
  for (const std::size_t rank : {std::size_t{0}, std::size_t{1}}) {
    GrowingGraph g(4);
    write(g, 0, Y);
    const Slot revisited = read(g, 1, X, InitialWrite);
    g.graph.place(g.open_write(2, Y, Mode::Rlx), rank);
    const Slot writer = g.open_write(3, X, Mode::Rlx);
    CHECK(revisits(g, revisited, writer) == (rank == 1));
  }
}

TEST_CASE("a deleted write must not have a reader that is older than it") {
  GrowingGraph g(4);
  const Slot earlier = g.open_read(0, Y, Mode::Rlx);
  const Slot revisited = read(g, 1, X, InitialWrite);
  const Slot deleted = write(g, 2, Y);
  const Slot writer = g.open_write(3, X, Mode::Rlx);
  g.set_writer(earlier, InitialWrite);
  CHECK(revisits(g, revisited, writer));
  g.graph.clear_reads_from(earlier);
  g.set_writer(earlier, deleted);  // it has revisited the read
  CHECK(is_read_by_previous(g.graph, deleted, g.graph[writer].causes));
  CHECK_FALSE(revisits(g, revisited, writer));
}

TEST_CASE("the anchor of an await that has left the graph is not deleted") {
  GrowingGraph g(3);
  const Slot revisited = read(g, 0, X, InitialWrite);
  const Slot anchor = write(g, 1, Y);
  const Slot writer = g.open_write(2, X, Mode::Rlx);
  CHECK(revisits(g, revisited, writer));
  g.graph[anchor].is_anchor = true;
  CHECK_FALSE(revisits(g, revisited, writer));
}

// Lemma 8.
TEST_CASE("the write of a swap revisits no read behind a rival that stays in its place") {
  GrowingGraph g(4);
  const auto swap = [&](std::size_t thread) {
    const Slot half = g.open_exclusive_read(thread, X, Mode::Rlx);
    g.set_writer(half, InitialWrite);
    return half;
  };
  const Slot before = read(g, 0, X, InitialWrite);
  const Slot rival = swap(1);
  const Slot written = g.open_exclusive_write(1, X, Mode::Rlx);
  g.place_last(written);
  const Slot behind = read(g, 2, X, written);
  swap(3);
  const Slot writer = g.open_exclusive_write(3, X, Mode::Rlx);
  for (const Slot each : {before, rival, behind}) CHECK(revisits(g, each, writer));
  const EventBits<1> revisitable = revisitable_by(g.graph, writer);
  CHECK(revisitable.contains(before));
  CHECK(revisitable.contains(rival));
  CHECK_FALSE(revisitable.contains(behind));
}

}  // namespace drover::trust::maximality_test
