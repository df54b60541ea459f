#include "explorer/models/incremental/sc_cycle_search.h"

#include <random>

#include "explorer/models/incremental/happens_before.h"
#include "tests/unit/explorer/models/incremental/steps.h"

// acyclic psc, [RCMC] §3.2.4, followed from the last event, beside psc of the whole graph.
namespace drover::incremental::sc_cycle_search_test {

using testing::GrowingGraph;
using testing::X;
using testing::Y;

namespace {

// Grows a graph at random, as long as psc is acyclic.
class RandomGraph {
 public:
  RandomGraph(std::size_t threads, unsigned seed) : g_(threads), threads_(threads), random_(seed) {}

  // Adds an event; false if it closed a cycle.
  bool grow() {
    const std::size_t thread = below(threads_);
    const LocationId location = below(2) == 0 ? X : Y;
    constexpr std::array Modes{Mode::Rlx, Mode::Rlx, Mode::Sc, Mode::Sc};
    switch (below(5)) {
      case 0: {
        const Slot fence = g_.add_fence(thread, below(3) == 0 ? Mode::AcqRel : Mode::Sc);
        hb_.on_add(g_.graph, fence);
        return true;
      }
      case 1:
      case 2: {
        constexpr std::array Reads{Mode::Acq, Mode::Rlx, Mode::Sc};
        const Slot read = g_.open_read(thread, location, Reads[below(Reads.size())]);
        hb_.on_add(g_.graph, read);
        g_.set_writer(read, g_.graph.at_rank(location, some_rank(read)));
        hb_.on_read(g_.graph, read);
        return agree(read);
      }
      default: {
        const Slot write = g_.open_write(thread, location, Modes[below(Modes.size())]);
        hb_.on_add(g_.graph, write);
        g_.graph.place(write, some_rank(write));
        return agree(write);
      }
    }
  }

 private:
  std::size_t below(std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_);
  }
  // One that coherence allows.
  std::size_t some_rank(Slot event) {
    const LocationId location = g_.graph[event].location;
    const std::size_t lowest = last_seen_rank(g_.graph, location, hb_.before(event));
    return lowest + below(g_.graph.location(location).coherence.size() - lowest + 1);
  }
  bool agree(Slot last) {
    const ScEvents<1> sc = sc_events_of(g_.graph, ScScope::FencesAndAccesses);
    const auto hb_of = [&](std::size_t event) -> const EventBits<1>& {
      return hb_.before(static_cast<Slot>(event));
    };
    const bool is_acyclic = whole_.is_acyclic(g_.graph, sc, hb_of);
    CHECK(search_.closes_cycle(g_.graph, sc, last, hb_of) == !is_acyclic);
    return is_acyclic;
  }

  GrowingGraph g_;
  std::size_t threads_;
  std::mt19937 random_;
  HappensBefore<1, ReleaseSequence::WithOwnWrites> hb_;
  PartialScOrder<1> whole_;
  ScCycleSearch<1> search_;
};

}  // namespace

TEST_CASE("psc: the search from the last event finds a cycle where there is one") {
  std::size_t cycles = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    CAPTURE(seed);
    RandomGraph graph(2 + seed % 3, seed);
    for (int step = 0; step < 40; ++step) {
      if (graph.grow()) continue;
      ++cycles;
      break;
    }
  }
  CHECK(cycles > 500);
}

}  // namespace drover::incremental::sc_cycle_search_test
