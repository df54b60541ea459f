#pragma once

// Looks for an interleaving from which a graph comes; most graphs of most programs have one. For
// these the axioms need not be checked, if their form shows that they allow maximal additions
// (DependencyProofs::extends_maximally): Lemma 17, docs/proofs.md.

#include <cstddef>

#include "explorer/algorithms/buffering/open_graph.h"

namespace drover::buffering {

template <std::size_t Words>
class SerialOrder {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  [[nodiscard]] bool exists(const OpenGraph<Words>& open) {
    done_.clear();
    active_.clear();
    for (std::size_t t = 0; t < open.graph.thread_count(); ++t) {
      for (const Slot slot : open.graph.thread(t).events) {
        if (!done_.contains(slot) && !take(open, slot)) return false;
      }
    }
    return true;
  }

 private:
  // Adds an event after all its predecessors. False if there is a cycle.
  bool take(const OpenGraph<Words>& open, Slot slot) {
    const Graph& graph = open.graph;
    const auto& event = graph[slot];
    active_.insert(slot);
    const Slot previous = graph.previous_of(slot);
    if (previous != NoEvent && !take_before(open, previous)) return false;
    const bool begins = event.index == 0 || event.kind == LabelKind::Join;
    if (begins && !take_all(open, event.po - done_)) return false;
    if (event.kind == LabelKind::Read) {
      if (event.reads_from < NoEvent && !take_before(open, event.reads_from)) return false;
    } else if (event.kind == LabelKind::Write) {
      if (!take_before_write(open, slot)) return false;
    }
    done_.insert(slot);
    return true;
  }
  bool take_before_write(const OpenGraph<Words>& open, Slot slot) {
    const Graph& graph = open.graph;
    const auto& event = graph[slot];
    if (event.rank == 0 && open.is_half_write(slot) &&
        open.decided.contains(graph.previous_of(slot))) {
      return false;
    }
    const Slot before = event.rank == 0
                            ? graph.coherence_maximal(event.location)
                            : graph.at_rank(event.location, event.rank - std::size_t{1});
    if (before != InitialWrite && !take_before(open, before)) return false;
    return take_all(open, graph.readers_of(event.location, before) - done_);
  }
  bool take_all(const OpenGraph<Words>& open, const Bits& events) {
    return !events.any_of([&](Slot each) { return !take_before(open, each); });
  }
  bool take_before(const OpenGraph<Words>& open, Slot slot) {
    if (done_.contains(slot)) return true;
    return !active_.contains(slot) && take(open, slot);
  }

  Bits done_;
  Bits active_;  // started
};

}  // namespace drover::buffering
