#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/models/incremental/coherence.h"

// The SC axiom of [RCMC] §3.2.4 on working graphs: psc is acyclic. Recomputed if the last step may
// have closed a cycle (`may_close_cycle`); the formulae are those of models/library/c11-axioms.cat,
// as sets of predecessors.
namespace drover::incremental {

// The kinds of events that are SC if their mode is SC or missing.
enum class ScScope : std::uint8_t { FencesOnly, FencesAndAccesses };

// The SC events of a graph.
template <std::size_t Words>
struct ScEvents {
  EventBits<Words> all;  // accesses and fences
  EventBits<Words> fences;

  // `slot` is a new event, or one whose mode has changed.
  void note(const WorkingGraph<Words>& graph, Slot slot, ScScope scope) {
    const auto& event = graph[slot];
    const bool is_sc = event.mode == Mode::Sc || event.mode == Mode::Plain;
    const bool is_fence = event.kind == LabelKind::Fence;
    const bool is_access = event.kind == LabelKind::Read || event.kind == LabelKind::Write;
    all.erase(slot);
    fences.erase(slot);
    if (!is_sc || (!is_fence && (scope == ScScope::FencesOnly || !is_access))) return;
    all.insert(slot);
    if (is_fence) fences.insert(slot);
  }
  // Returns the SC events that are still present: removals are not tracked.
  [[nodiscard]] ScEvents among(const EventBits<Words>& present) const {
    return {all & present, fences & present};
  }
};

// Collects the SC events of a graph.
template <std::size_t Words>
[[nodiscard]] ScEvents<Words> sc_events_of(const WorkingGraph<Words>& graph, ScScope scope) {
  ScEvents<Words> sc;
  graph.events().for_each(
      [&](std::size_t slot) { sc.note(graph, static_cast<Slot>(slot), scope); });
  return sc;
}

// Returns the next write in coherence after a write, or after the source of a read; NoEvent if
// there is none.
template <std::size_t Words>
[[nodiscard]] Slot next_in_coherence(const WorkingGraph<Words>& graph, Slot event) {
  if (graph[event].kind == LabelKind::Read) return overwriting(graph, event);
  const LocationId location = graph[event].location;
  const std::size_t rank = graph.coherence_rank(location, event);
  const auto& order = graph.location(location).coherence;
  return rank < order.size() ? order[rank] : NoEvent;
}

// True if psc may have a cycle now that `event`, which is last in (po ∪ rf)+, has its position, if
// it had none before. The only edges that leave the event are co and fr, to later writes in
// coherence; so there must be such writes, and a part of psc must begin at the event or with a
// fence that happens before it. The psc predecessors of a read happen before it.
template <std::size_t Words>
[[nodiscard]] bool may_close_cycle(const WorkingGraph<Words>& graph, const ScEvents<Words>& sc,
                                   Slot event, const EventBits<Words>& hb) {
  const bool is_read = graph[event].kind == LabelKind::Read;
  if (is_read ? !sc.all.intersects(hb) : !sc.all.contains(event) && !sc.fences.intersects(hb)) {
    return false;
  }
  return next_in_coherence(graph, event) != NoEvent;
}

// Storage for computing psc; reused, so that it need not be cleared.
template <std::size_t Words>
class PartialScOrder {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // `hb_of(slot)` returns the events that happen before it.
  template <typename HbOf>
  [[nodiscard]] bool is_acyclic(const Graph& graph, const ScEvents<Words>& sc, const HbOf& hb_of) {
    compute_eco(graph);
    return is_acyclic_with_eco(graph, sc, hb_of);
  }

  // For partial coherence: `co_of(write)` returns the writes before it, without the initial one.
  template <typename HbOf, typename CoOf>
  [[nodiscard]] bool is_acyclic(const Graph& graph, const ScEvents<Words>& sc, const HbOf& hb_of,
                                const CoOf& co_of) {
    compute_partial_eco(graph, co_of);
    return is_acyclic_with_eco(graph, sc, hb_of);
  }

 private:
  template <typename HbOf>
  bool is_acyclic_with_eco(const Graph& graph, const ScEvents<Words>& sc, const HbOf& hb_of) {
    compute_detours(graph, hb_of);
    compute_psc(graph, sc, hb_of);
    return is_psc_acyclic(sc.all);
  }

  // Depth-first search along predecessors: each event is entered and left once. (Repeatedly
  // removing events without predecessors could take one round per event.)
  bool is_psc_acyclic(const Bits& events) {
    Bits left = events;
    Bits on_path;
    std::size_t depth = 0;
    while (!left.is_empty()) {
      path_[0] = static_cast<Slot>(left.first());
      depth = 1;
      while (depth > 0) {
        const Slot event = path_[depth - 1];
        if (!on_path.contains(event)) {
          on_path.insert(event);
          if (psc_[event].intersects(on_path)) return false;
        }
        const Bits before = psc_[event] & left;
        if (!before.is_empty()) {
          path_[depth++] = static_cast<Slot>(before.first());
          continue;
        }
        left.erase(event);
        on_path.erase(event);
        --depth;
      }
    }
    return true;
  }

  // Computes the eco predecessors of each access. For a write these are its predecessors by co or
  // fr.
  void compute_eco(const Graph& graph) {
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      // Reads without a source and writes without a coherence position have no predecessors.
      (location.reads | location.writes).for_each([&](std::size_t event) { eco_[event].clear(); });
      Bits before = location.initial_readers;
      for (const Slot write : location.coherence) {
        eco_[write] = before;
        Bits of_readers = before;
        of_readers.insert(write);
        graph[write].readers.for_each([&](std::size_t read) { eco_[read] = of_readers; });
        before |= graph[write].readers;
        before.insert(write);
      }
    }
  }

  template <typename CoOf>
  void compute_partial_eco(const Graph& graph, const CoOf& co_of) {
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      location.initial_readers.for_each([&](std::size_t read) { eco_[read].clear(); });
      location.writes.for_each([&](std::size_t write) {
        Bits before = location.initial_readers;
        co_of(write).for_each([&](std::size_t earlier) {
          before.insert(earlier);
          before |= graph[static_cast<Slot>(earlier)].readers;
        });
        eco_[write] = before;
        before.insert(write);
        graph[static_cast<Slot>(write)].readers.for_each(
            [&](std::size_t read) { eco_[read] = before; });
      });
    }
  }

  [[nodiscard]] static bool is_access(const Graph& graph, std::size_t event) {
    const LabelKind kind = graph[static_cast<Slot>(event)].kind;
    return kind == LabelKind::Read || kind == LabelKind::Write;
  }
  [[nodiscard]] static Bits same_location(const Graph& graph, std::size_t event) {
    if (!is_access(graph, event)) return {};
    const auto& location = graph.location(graph[static_cast<Slot>(event)].location);
    return location.reads | location.writes;
  }

  // po|≠loc, and po|≠loc ; hb, as predecessors.
  template <typename HbOf>
  void compute_detours(const Graph& graph, const HbOf& hb_of) {
    graph.events().for_each([&](std::size_t event) {
      po_other_[event] = graph[static_cast<Slot>(event)].po - same_location(graph, event);
    });
    graph.events().for_each([&](std::size_t event) {
      Bits row;
      hb_of(event).for_each([&](std::size_t earlier) { row |= po_other_[earlier]; });
      detour_[event] = row;
    });
  }

  // scb = po | po|≠loc ; hb ; po|≠loc | hb|loc | co | fr
  template <typename HbOf>
  [[nodiscard]] Bits scb(const Graph& graph, const HbOf& hb_of, std::size_t event) const {
    const auto& at = graph[static_cast<Slot>(event)];
    Bits row = at.po | (hb_of(event) & same_location(graph, event));
    po_other_[event].for_each([&](std::size_t earlier) { row |= detour_[earlier]; });
    if (at.kind == LabelKind::Write) row |= eco_[event];
    return row;
  }

  // psc = ([E_sc] | [F_sc] ; hb?) ; scb ; ([E_sc] | hb? ; [F_sc])
  //     | [F_sc] ; (hb | hb ; eco ; hb) ; [F_sc]
  template <typename HbOf>
  void compute_psc(const Graph& graph, const ScEvents<Words>& sc, const HbOf& hb_of) {
    sc.all.for_each([&](std::size_t event) {
      Bits row = scb(graph, hb_of, event);
      const bool is_fence = sc.fences.contains(event);
      Bits before_eco;
      if (is_fence) {
        hb_of(event).for_each([&](std::size_t earlier) {
          row |= scb(graph, hb_of, earlier);
          if (is_access(graph, earlier)) before_eco |= eco_[earlier];
        });
      }
      Bits result = row & sc.all;
      if (!sc.fences.is_empty()) {
        Bits fences;
        (row | before_eco).for_each([&](std::size_t earlier) { fences |= hb_of(earlier); });
        if (is_fence) fences |= hb_of(event);
        // hb ; eco leads to SC events only if it starts at a fence.
        result |= fences & sc.fences;
      }
      psc_[event] = result;
    });
  }

  PerEvent<Bits, Words> eco_;
  PerEvent<Bits, Words> po_other_;
  PerEvent<Bits, Words> detour_;
  PerEvent<Bits, Words> psc_;
  PerEvent<Slot, Words> path_;
};

}  // namespace drover::incremental
