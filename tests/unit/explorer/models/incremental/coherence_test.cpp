#include "explorer/models/incremental/coherence.h"

#include "tests/unit/explorer/models/incremental/steps.h"

namespace drover::incremental::coherence_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;
using Bits = EventBits<1>;

namespace {

Bits bits_of(std::initializer_list<Slot> slots) {
  Bits bits;
  for (const Slot slot : slots) bits.insert(slot);
  return bits;
}

Slot placed_write(GrowingGraph& g, std::size_t thread, LocationId location) {
  const Slot write = g.open_write(thread, location, Mode::Rlx);
  g.place_last(write);
  return write;
}

}  // namespace

TEST_CASE("last seen: the initial write, a write, or the source of a read") {
  GrowingGraph g(2);
  const Slot first = placed_write(g, 0, X);
  const Slot second = placed_write(g, 0, X);
  const Slot elsewhere = placed_write(g, 0, Y);
  const Slot read = g.open_read(1, X, Mode::Rlx);
  g.set_writer(read, second);
  CHECK(last_seen_rank(g.graph, X, Bits()) == 0);
  CHECK(last_seen_rank(g.graph, X, bits_of({elsewhere})) == 0);
  CHECK(last_seen_rank(g.graph, X, bits_of({first})) == 1);
  CHECK(last_seen_rank(g.graph, X, bits_of({first, read})) == 2);
}

TEST_CASE("overwriting: the next write in coherence, if there is one") {
  GrowingGraph g(2);
  const Slot read = g.open_read(1, X, Mode::Rlx);
  g.set_writer(read, InitialWrite);
  CHECK(overwriting(g.graph, read) == NoEvent);
  const Slot first = placed_write(g, 0, X);
  placed_write(g, 0, X);
  CHECK(overwriting(g.graph, read) == first);
}

TEST_CASE_TEMPLATE("order rows: an edge orders whatever comes after its end, and can be taken back",
                   Order, OrderRows<1, PartOfPo::All>, OrderRows<1, PartOfPo::Some>) {
  GrowingGraph g(3);
  const Slot a = placed_write(g, 0, X);
  const Slot b = placed_write(g, 1, X);
  const Slot after_b = placed_write(g, 1, Y);
  const Slot other = placed_write(g, 2, Y);
  Order order;
  for (const Slot slot : {a, b, after_b, other}) order.set_after_po(g.graph, slot);
  CHECK(order.before(after_b) == bits_of({b}));
  const std::size_t mark = order.mark();
  order.insert_edge(g.graph, a, b);
  CHECK(order.before(b) == bits_of({a}));
  CHECK(order.before(after_b) == bits_of({a, b}));
  CHECK(order.before(other) == Bits());
  order.undo(mark);
  CHECK(order.before(b) == Bits());
  CHECK(order.before(after_b) == bits_of({b}));
}

TEST_CASE("order rows: a copy has nothing of deleted events") {
  GrowingGraph g(2);
  const Slot a = placed_write(g, 0, X);
  const Slot b = placed_write(g, 1, X);
  OrderRows<1, PartOfPo::All> order;
  for (const Slot slot : {a, b}) order.set_after_po(g.graph, slot);
  order.insert_edge(g.graph, a, b);
  OrderRows<1, PartOfPo::All> copy;
  copy.copy_without(order, bits_of({b}), bits_of({a}));
  CHECK(copy.before(b) == Bits());
  CHECK(copy.mark() == 0);
}

}  // namespace drover::incremental::coherence_test
