#include "explorer/models/incremental/psc.h"

#include "tests/unit/explorer/models/incremental/steps.h"

// acyclic psc, [RCMC] §3.2.4.
namespace drover::incremental::psc_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

Slot placed_write(GrowingGraph& g, std::size_t thread, LocationId location, Mode mode) {
  const Slot write = g.open_write(thread, location, mode);
  g.place_last(write);
  return write;
}
Slot initial_read(GrowingGraph& g, std::size_t thread, LocationId location, Mode mode) {
  const Slot read = g.open_read(thread, location, mode);
  g.set_writer(read, InitialWrite);
  return read;
}

// Store buffering; each thread has a fence in between where `fence` is not Na.
void store_buffering(GrowingGraph& g, Mode access, Mode fence) {
  for (const std::size_t thread : {std::size_t{0}, std::size_t{1}}) {
    placed_write(g, thread, thread == 0 ? X : Y, access);
    if (fence != Mode::Na) g.add_fence(thread, fence);
    initial_read(g, thread, thread == 0 ? Y : X, access);
  }
}

// With hb = po, as there is where nothing is read from.
bool is_acyclic(const GrowingGraph& g) {
  PartialScOrder<1> psc;
  return psc.is_acyclic(g.graph, sc_events_of(g.graph, ScScope::FencesAndAccesses),
                        [&](std::size_t event) -> const EventBits<1>& {
                          return g.graph[static_cast<Slot>(event)].po;
                        });
}

}  // namespace

TEST_CASE("SC events: those of mode sc or none, accesses only in models that count them") {
  GrowingGraph g(1);
  const Slot access = g.open_read(0, X, Mode::Sc);
  const Slot plain = g.open_read(0, X, Mode::Plain);
  const Slot acquire = g.open_read(0, X, Mode::Acq);
  const Slot fence = g.add_fence(0, Mode::Sc);
  const ScEvents<1> all = sc_events_of(g.graph, ScScope::FencesAndAccesses);
  CHECK(all.all.contains(access));
  CHECK(all.all.contains(plain));
  CHECK_FALSE(all.all.contains(acquire));
  CHECK(all.fences.contains(fence));
  const ScEvents<1> fences = sc_events_of(g.graph, ScScope::FencesOnly);
  CHECK_FALSE(fences.all.contains(access));
  CHECK(fences.all.contains(fence));
}

TEST_CASE("SC events: an event whose mode has changed, and one that has left") {
  GrowingGraph g(1);
  const Slot read = g.open_read(0, X, Mode::Sc);
  ScEvents<1> sc = sc_events_of(g.graph, ScScope::FencesAndAccesses);
  g.graph[read].mode = Mode::Rlx;
  sc.note(g.graph, read, ScScope::FencesAndAccesses);
  CHECK_FALSE(sc.all.contains(read));
  g.graph[read].mode = Mode::Sc;
  sc.note(g.graph, read, ScScope::FencesAndAccesses);
  CHECK(sc.among(g.graph.events()).all.contains(read));
  CHECK(sc.among(EventBits<1>()).all.is_empty());
}

TEST_CASE("psc: store buffering of SC accesses, or over SC fences, is a cycle") {
  GrowingGraph accesses(2);
  store_buffering(accesses, Mode::Sc, Mode::Na);
  CHECK_FALSE(is_acyclic(accesses));
  GrowingGraph fences(2);
  store_buffering(fences, Mode::Rlx, Mode::Sc);
  CHECK_FALSE(is_acyclic(fences));
  GrowingGraph relaxed(2);
  store_buffering(relaxed, Mode::Rlx, Mode::AcqRel);
  CHECK(is_acyclic(relaxed));
}

TEST_CASE("psc: a last write, or an event without an SC event before it, closes no cycle") {
  GrowingGraph g(2);
  const Slot first = placed_write(g, 0, X, Mode::Sc);
  const Slot last = placed_write(g, 0, X, Mode::Sc);
  const Slot relaxed = initial_read(g, 1, X, Mode::Rlx);
  const ScEvents<1> sc = sc_events_of(g.graph, ScScope::FencesAndAccesses);
  CHECK(may_close_cycle(g.graph, sc, first, g.graph[first].po));
  CHECK_FALSE(may_close_cycle(g.graph, sc, last, g.graph[last].po));
  CHECK_FALSE(may_close_cycle(g.graph, sc, relaxed, g.graph[relaxed].po));
  CHECK(next_in_coherence(g.graph, first) == last);
  CHECK(next_in_coherence(g.graph, relaxed) == first);
  CHECK(next_in_coherence(g.graph, last) == NoEvent);
}

}  // namespace drover::incremental::psc_test
