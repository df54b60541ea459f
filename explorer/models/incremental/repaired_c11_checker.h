#pragma once

#include "explorer/models/incremental/happens_before.h"
#include "explorer/models/incremental/sc_cycle_search.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

// rc11 and rc20.
template <std::size_t Words, ReleaseSequence Sequence>
class RepairedC11Checker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  void on_add(const Graph& graph, Slot event) {
    sc_.note(graph, event, ScScope::FencesAndAccesses);
    hb_.on_add(graph, event);
  }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, hb_.before(event));
  }
  bool on_read(const Graph& graph, Slot read) {
    sc_.note(graph, read, ScScope::FencesAndAccesses);
    hb_.on_read(graph, read);
    return sc_holds(graph, read);
  }
  bool on_place(const Graph& graph, Slot write) { return sc_holds(graph, write); }

  [[nodiscard]] const Bits& happens_before(const Graph& /*graph*/, Slot event) const {
    return hb_.before(event);
  }
  void copy_without(const RepairedC11Checker& other, const Bits& kept, const Bits& /*deleted*/) {
    sc_ = other.sc_;
    hb_.copy_kept(other.hb_, kept);
  }

 private:
  bool sc_holds(const Graph& graph, Slot last) {
    const ScEvents<Words> sc = sc_.among(graph.events());
    return !cycles_.closes_cycle(graph, sc, last, [&](std::size_t event) -> const Bits& {
      return hb_.before(static_cast<Slot>(event));
    });
  }

  HappensBefore<Words, Sequence> hb_;
  ScEvents<Words> sc_;
  ScCycleSearch<Words> cycles_;
};

}  // namespace drover::incremental
