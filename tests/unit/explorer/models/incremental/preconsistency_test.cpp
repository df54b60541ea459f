#include "explorer/models/incremental/preconsistency.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// What RCMC asks of rc11 and wrc11, [RCMC] §4 and §5.
namespace drover::incremental::preconsistency_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

template <Preconsistency Kind>
class Model : public GrowingGraph {
 public:
  explicit Model(std::size_t threads) : GrowingGraph(threads) {}

  Slot write(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    const Slot slot = open_write(thread, location, mode);
    consistency.on_add(graph, slot);
    if (consistency.has_coherence()) place_last(slot);
    return slot;
  }
  Slot new_read(std::size_t thread, LocationId location, Mode mode = Mode::Rlx) {
    const Slot slot = open_read(thread, location, mode);
    consistency.on_add(graph, slot);
    return slot;
  }
  Slot read(std::size_t thread, LocationId location, Slot writer, Mode mode = Mode::Rlx) {
    const Slot slot = new_read(thread, location, mode);
    set_writer(slot, writer);
    consistency.on_read(graph, slot);
    return slot;
  }

  PreconsistencyChecker<1> consistency{Kind};
};
using Rc11 = Model<Preconsistency::Rc11>;
using Wrc11 = Model<Preconsistency::Wrc11>;

template <typename M>
void store_buffering(M& m, Mode mode) {
  m.write(0, X, mode);
  m.read(0, Y, InitialWrite, mode);
  m.write(1, Y, mode);
  m.read(1, X, InitialWrite, mode);
}

}  // namespace

TEST_CASE("rc11: a new read may read from the last write it has seen and from later ones") {
  Rc11 m(2);
  const Slot first = m.write(0, X);
  const Slot second = m.write(0, X);
  const auto at_first = m.consistency.readable_by(m.graph, m.read(1, X, second));
  CHECK(at_first.has_initial);
  CHECK(at_first.writes.contains(first));
  const auto later = m.consistency.readable_by(m.graph, m.new_read(1, X));
  CHECK_FALSE(later.has_initial);
  CHECK_FALSE(later.writes.contains(first));
  CHECK(later.writes.contains(second));
}

TEST_CASE("rc11: a read that has seen a later write cannot be revisited by an earlier one") {
  Rc11 m(2);
  const Slot first = m.write(0, X);
  const Slot second = m.write(0, X);
  m.read(1, X, second);
  const Slot read = m.read(1, X, second);
  CHECK(m.consistency.has_seen_later(m.graph, read, first));
  CHECK_FALSE(m.consistency.has_seen_later(m.graph, read, second));
}

TEST_CASE("rc11: a new write stands behind what its thread has seen") {
  Rc11 m(2);
  const Slot first = m.write(0, X);
  m.write(0, X);
  m.read(1, X, first);
  const Slot write = m.open_write(1, X, Mode::Rlx);
  m.consistency.on_add(m.graph, write);
  CHECK(m.consistency.lowest_rank(m.graph, write) == 1);
}

TEST_CASE("wrc11: writes that nothing orders may be read in any order") {
  Wrc11 m(3);
  const Slot left = m.write(0, X);
  const Slot right = m.write(1, X);
  m.read(2, X, left);
  m.read(2, X, right);
  const auto readable = m.consistency.readable_by(m.graph, m.new_read(2, X));
  CHECK(readable.writes.contains(left));
  CHECK(readable.writes.contains(right));
  CHECK_FALSE(readable.has_initial);
}

TEST_CASE("wrc11: co_weak orders the writes of a thread, and what a write has read") {
  Wrc11 m(3);
  const Slot first = m.write(0, X);
  const Slot second = m.write(0, X);
  CHECK_FALSE(m.consistency.is_coherence_maximal(m.graph, X, first));
  CHECK(m.consistency.is_coherence_maximal(m.graph, X, second));
  m.read(1, X, second);
  const auto readable = m.consistency.readable_by(m.graph, m.new_read(1, X));
  CHECK_FALSE(readable.writes.contains(first));
  CHECK(readable.writes.contains(second));
  m.read(2, X, second);
  const Slot third = m.write(2, X);
  CHECK_FALSE(m.consistency.is_coherence_maximal(m.graph, X, second));
  CHECK(m.consistency.is_coherence_maximal(m.graph, X, third));
  CHECK_FALSE(m.consistency.is_coherence_maximal(m.graph, X, InitialWrite));
  CHECK(m.consistency.is_coherence_maximal(m.graph, Y, InitialWrite));
}

TEST_CASE_TEMPLATE("SC-ACYCLICITY: store buffering of SC accesses is against it", M, Rc11, Wrc11) {
  for (const Mode mode : {Mode::Rlx, Mode::Sc}) {
    M m(2);
    store_buffering(m, mode);
    PartialScOrder<1> order;
    CHECK(m.consistency.is_sc_acyclic(m.graph, order) == (mode == Mode::Rlx));
  }
}

TEST_CASE_TEMPLATE("a copy keeps what is known of the events that stay", M, Rc11, Wrc11) {
  M m(2);
  const Slot write = m.write(0, X, Mode::Rel);
  const Slot read = m.read(1, X, write, Mode::Acq);
  auto copy = decltype(m)(2).consistency;
  copy.copy_kept(m.consistency, m.graph.events());
  CHECK(copy.happens_before(read).contains(write));
}

}  // namespace drover::incremental::preconsistency_test
