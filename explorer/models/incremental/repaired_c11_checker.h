#pragma once

#include "explorer/models/incremental/happens_before.h"
#include "explorer/models/incremental/sc_cycle_search.h"
#include "explorer/models/incremental/step_checker.h"

namespace drover::incremental {

// Models in which coherence looks back along a happens-before `Hb` whose rows are fixed when an
// event is added, and psc is acyclic. `Hb` is HappensBefore, or has its functions.
template <std::size_t Words, typename Hb, ScScope Scope>
class HbChecker : public PlainSteps {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  void on_add(const Graph& graph, Slot event) {
    sc_.note(graph, event, Scope);
    hb_.on_add(graph, event);
  }
  [[nodiscard]] std::size_t lowest_rank(const Graph& graph, Slot event) const {
    return last_seen_rank(graph, graph[event].location, hb_.before(graph, event));
  }
  bool on_read(const Graph& graph, Slot read) {
    if constexpr (Scope == ScScope::FencesAndAccesses) sc_.note(graph, read, Scope);
    hb_.on_read(graph, read);
    return sc_holds(graph, read);
  }
  bool on_place(const Graph& graph, Slot write) { return sc_holds(graph, write); }

  [[nodiscard]] const Bits& happens_before(const Graph& graph, Slot event) const {
    return hb_.before(graph, event);
  }
  void copy_without(const HbChecker& other, const Bits& kept, const Bits& /*deleted*/) {
    sc_ = other.sc_;
    hb_.copy_kept(other.hb_, kept);
  }

 private:
  bool sc_holds(const Graph& graph, Slot last) {
    const ScEvents<Words> sc = sc_.among(graph.events());
    return !cycles_.closes_cycle(graph, sc, last, [&](std::size_t event) -> const Bits& {
      return hb_.before(graph, static_cast<Slot>(event));
    });
  }

  Hb hb_;
  ScEvents<Words> sc_;
  ScCycleSearch<Words> cycles_;
};

// rc11 and rc20.
template <std::size_t Words, ReleaseSequence Sequence>
using RepairedC11Checker =
    HbChecker<Words, HappensBefore<Words, Sequence>, ScScope::FencesAndAccesses>;

}  // namespace drover::incremental
