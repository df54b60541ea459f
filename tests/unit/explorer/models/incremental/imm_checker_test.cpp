#include "explorer/models/incremental/imm_checker.h"

#include <memory>
#include <optional>
#include <random>
#include <vector>

#include "tests/unit/explorer/models/incremental/steps.h"

// The checker of imm beside the axioms of imm.cat.
namespace drover::incremental::imm_checker_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

std::optional<bool> verdict_of(const GrowingGraph& g, const EventBits<1>& open = {}) {
  ImmChecker<1> checker;
  return checker.ask(g.graph, open, Extent::Whole);
}
bool is_consistent(const GrowingGraph& g) {
  ExecutionGraph graph = g.execution_graph();
  graph.set_dependencies(std::make_shared<GraphDependencies>(graph.size()));
  return find_model("imm")->is_consistent(graph);
}

Slot placed_write(GrowingGraph& g, std::size_t thread, LocationId location, Mode mode) {
  const Slot write = g.open_write(thread, location, mode);
  g.place_last(write);
  return write;
}
Slot read_from(GrowingGraph& g, std::size_t thread, LocationId location, Mode mode, Slot write) {
  const Slot read = g.open_read(thread, location, mode);
  g.set_writer(read, write);
  return read;
}

// A complete graph: events first, then any writers and places.
class RandomGraph {
 public:
  explicit RandomGraph(std::uint32_t seed) : random_(seed) {}

  GrowingGraph make() {
    const std::size_t threads = 2 + below(2);
    GrowingGraph g(threads);
    const std::size_t steps = 4 + below(4);
    for (std::size_t i = 0; i < steps; ++i) add_event(g, below(threads));
    for (const Slot write : writes_) {
      const auto& order = g.graph.location(g.graph[write].location).coherence;
      // The writes of read-modify-writes, which come last, would hardly stand where they may.
      const Slot source =
          g.graph[write].is_exclusive_write ? source_of(g, g.graph.previous_of(write)) : NoEvent;
      g.graph.place(write, source == NoEvent || below(8) == 0
                               ? below(order.size() + 1)
                               : g.graph.coherence_rank(g.graph[write].location, source));
    }
    for (const Slot read : reads_) {
      if (g.graph[read].reads_from == NoEvent) g.set_writer(read, any_write(g, read));
    }
    return g;
  }

 private:
  std::size_t below(std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
  }
  Mode mode() {
    constexpr std::array Modes{Mode::Na,  Mode::Rlx,    Mode::Rlx, Mode::Acq,
                               Mode::Rel, Mode::AcqRel, Mode::Sc,  Mode::Plain};
    return Modes[below(Modes.size())];
  }
  void add_event(GrowingGraph& g, std::size_t thread) {
    const LocationId location = below(3) == 0 ? Y : X;
    const Mode chosen = mode();
    switch (below(6)) {
      case 0: g.add_fence(thread, chosen == Mode::Na ? Mode::Sc : chosen); return;
      case 1:
      case 2: reads_.push_back(g.open_read(thread, location, read_half(chosen))); return;
      case 3:
      case 4: writes_.push_back(g.open_write(thread, location, write_half(chosen))); return;
      default:
        reads_.push_back(g.open_exclusive_read(thread, location, read_half(chosen)));
        writes_.push_back(g.open_exclusive_write(thread, location, write_half(chosen)));
        return;
    }
  }
  // The source of a read-modify-write, chosen among the writes that have a place.
  Slot source_of(GrowingGraph& g, Slot read) {
    const LocationId location = g.graph[read].location;
    g.set_writer(read,
                 g.graph.at_rank(location, below(g.graph.location(location).coherence.size() + 1)));
    return g.graph[read].reads_from;
  }
  Slot any_write(GrowingGraph& g, Slot read) {
    const LocationId location = g.graph[read].location;
    return g.graph.at_rank(location, below(g.graph.location(location).coherence.size() + 1));
  }

  std::mt19937 random_;
  std::vector<Slot> reads_;
  std::vector<Slot> writes_;
};

}  // namespace

TEST_CASE("the checker of imm agrees with the axioms, or answers that it does not know") {
  std::size_t consistent = 0;
  std::size_t inconsistent = 0;
  std::size_t unknown = 0;
  for (std::uint32_t seed = 1; seed <= 6000; ++seed) {
    const GrowingGraph g = RandomGraph(seed).make();
    const std::optional<bool> verdict = verdict_of(g);
    if (!verdict) {
      ++unknown;
      continue;
    }
    CAPTURE(seed);
    CHECK(*verdict == is_consistent(g));
    ++(*verdict ? consistent : inconsistent);
  }
  CHECK(consistent > 500);
  CHECK(inconsistent > 500);
  CHECK(unknown < 1500);
}

TEST_CASE("imm: message passing") {
  for (const Mode write : {Mode::Rlx, Mode::Rel}) {
    for (const Mode read : {Mode::Rlx, Mode::Acq}) {
      GrowingGraph g(2);
      placed_write(g, 0, X, Mode::Na);
      const Slot flag = placed_write(g, 0, Y, write);
      read_from(g, 1, Y, read, flag);
      read_from(g, 1, X, Mode::Na, InitialWrite);
      const bool is_ordered = write == Mode::Rel && read == Mode::Acq;
      CHECK(verdict_of(g) == !is_ordered);
    }
  }
}

// [Podkopaev, Lahav, Vafeiadis, POPL'19]: unlike in C11, a later write of a thread hands on what a
// read-modify-write of that thread has in its release sequence.
TEST_CASE("imm: a write behind a read-modify-write of its thread hands its release sequence on") {
  GrowingGraph g(3);
  placed_write(g, 0, Y, Mode::Rlx);
  const Slot head = placed_write(g, 0, X, Mode::Rel);
  const Slot read = g.open_exclusive_read(1, X, Mode::Rlx);
  g.set_writer(read, head);
  g.place_last(g.open_exclusive_write(1, X, Mode::Rlx));
  const Slot later = placed_write(g, 1, X, Mode::Rlx);
  read_from(g, 2, X, Mode::Acq, later);
  read_from(g, 2, Y, Mode::Rlx, InitialWrite);
  CHECK(verdict_of(g) == false);
  CHECK_FALSE(is_consistent(g));
}

TEST_CASE("imm: load buffering is for the axioms, unless acquires or releases forbid it") {
  const auto buffering = [](Mode read, Mode write) {
    GrowingGraph g(2);
    const Slot first = g.open_read(0, X, read);
    const Slot y = placed_write(g, 0, Y, write);
    const Slot second = g.open_read(1, Y, read);
    const Slot x = placed_write(g, 1, X, write);
    g.set_writer(first, x);
    g.set_writer(second, y);
    return g;
  };
  CHECK(verdict_of(buffering(Mode::Rlx, Mode::Rlx)) == std::nullopt);
  CHECK(verdict_of(buffering(Mode::Acq, Mode::Rlx)) == false);
  CHECK(verdict_of(buffering(Mode::Rlx, Mode::Rel)) == false);
}

TEST_CASE("imm: a write without a place is behind the initial one") {
  GrowingGraph g(1);
  const Slot write = g.open_write(0, X, Mode::Rlx);
  read_from(g, 0, X, Mode::Rlx, InitialWrite);
  EventBits<1> open;
  open.insert(write);
  CHECK(verdict_of(g, open) == false);
}

TEST_CASE("imm: two SC fences forbid store buffering") {
  for (const Mode fence : {Mode::AcqRel, Mode::Sc}) {
    GrowingGraph g(2);
    for (const std::size_t thread : {std::size_t{0}, std::size_t{1}}) {
      placed_write(g, thread, thread == 0 ? X : Y, Mode::Rlx);
      g.add_fence(thread, fence);
      read_from(g, thread, thread == 0 ? Y : X, Mode::Rlx, InitialWrite);
    }
    CHECK(verdict_of(g) == (fence != Mode::Sc));
  }
}

}  // namespace drover::incremental::imm_checker_test
