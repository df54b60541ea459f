#include "explorer/models/incremental/happens_before.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// hb = (po | sync | sw)+, [RCMC] §3.2.2.
namespace drover::incremental::happens_before_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

template <ReleaseSequence Sequence = ReleaseSequence::WithOwnWrites>
class Order : public GrowingGraph {
 public:
  explicit Order(std::size_t threads) : GrowingGraph(threads) {}

  Slot write(std::size_t thread, LocationId location, Mode mode) {
    const Slot slot = open_write(thread, location, mode);
    hb.on_add(graph, slot);
    place_last(slot);
    return slot;
  }
  Slot read(std::size_t thread, LocationId location, Slot writer, Mode mode) {
    const Slot slot = open_read(thread, location, mode);
    return read_from(slot, writer);
  }
  std::pair<Slot, Slot> update(std::size_t thread, LocationId location, Slot writer, Mode mode) {
    const Slot first = read_from(open_exclusive_read(thread, location, mode), writer);
    const Slot second = open_exclusive_write(thread, location, mode);
    hb.on_add(graph, second);
    place_last(second);
    return {first, second};
  }
  Slot fence(std::size_t thread, Mode mode) {
    const Slot slot = add_fence(thread, mode);
    hb.on_add(graph, slot);
    return slot;
  }
  [[nodiscard]] bool ordered(Slot earlier, Slot later) const {
    return hb.before(later).contains(earlier);
  }

  HappensBefore<1, Sequence> hb;

 private:
  Slot read_from(Slot slot, Slot writer) {
    hb.on_add(graph, slot);
    set_writer(slot, writer);
    hb.on_read(graph, slot);
    return slot;
  }
};

}  // namespace

TEST_CASE("hb: program order, and a release that is acquired") {
  Order o(2);
  const Slot before = o.write(0, Y, Mode::Rlx);
  const Slot release = o.write(0, X, Mode::Rel);
  const Slot acquire = o.read(1, X, release, Mode::Acq);
  CHECK(o.ordered(before, release));
  CHECK(o.ordered(before, acquire));
  CHECK(o.ordered(release, acquire));
}

TEST_CASE("hb: a relaxed read acquires at the next acquire fence") {
  Order o(2);
  const Slot release = o.write(0, X, Mode::Rel);
  const Slot read = o.read(1, X, release, Mode::Rlx);
  const Slot fence = o.fence(1, Mode::Acq);
  CHECK_FALSE(o.ordered(release, read));
  CHECK(o.ordered(release, fence));
}

TEST_CASE("hb: a relaxed write releases what its thread's last release fence does") {
  Order o(2);
  const Slot before = o.write(0, Y, Mode::Rlx);
  const Slot fence = o.fence(0, Mode::Rel);
  const Slot write = o.write(0, X, Mode::Rlx);
  const Slot acquire = o.read(1, X, write, Mode::Acq);
  CHECK(o.ordered(before, acquire));
  CHECK(o.ordered(fence, acquire));
  CHECK_FALSE(o.ordered(write, acquire));
}

TEST_CASE("hb: a read-modify-write goes on with the release sequence it reads from") {
  Order o(3);
  const Slot release = o.write(0, X, Mode::Rel);
  const auto [read, write] = o.update(1, X, release, Mode::Rlx);
  const Slot acquire = o.read(2, X, write, Mode::Acq);
  CHECK(o.ordered(release, acquire));
  CHECK_FALSE(o.ordered(read, acquire));
}

TEST_CASE("hb: a later write of the releasing thread is in its release sequence in rc11 only") {
  const auto acquires = [](auto order) {
    const Slot release = order.write(0, X, Mode::Rel);
    const Slot write = order.write(0, X, Mode::Rlx);
    return order.ordered(release, order.read(1, X, write, Mode::Acq));
  };
  CHECK(acquires(Order<ReleaseSequence::WithOwnWrites>(2)));
  CHECK_FALSE(acquires(Order<ReleaseSequence::RmwsOnly>(2)));
}

TEST_CASE("hb: the events before a read, whatever it reads from, are known") {
  Order o(2);
  const Slot release = o.write(0, X, Mode::Rel);
  const Slot first = o.fence(1, Mode::Rel);
  const Slot acquire = o.read(1, X, release, Mode::Acq);
  const EventBits<1> before = o.hb.before_in_thread(o.graph, acquire);
  CHECK(before.contains(first));
  CHECK_FALSE(before.contains(release));
}

TEST_CASE("hb: a copy keeps the rows of the events that stay") {
  Order o(2);
  const Slot release = o.write(0, X, Mode::Rel);
  const Slot acquire = o.read(1, X, release, Mode::Acq);
  HappensBefore<1, ReleaseSequence::WithOwnWrites> copy;
  copy.copy_kept(o.hb, o.graph.events());
  CHECK(copy.before(acquire).contains(release));
}

}  // namespace drover::incremental::happens_before_test
