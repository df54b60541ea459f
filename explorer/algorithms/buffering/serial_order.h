#pragma once

// Most graphs of most programs come from an interleaving. For these the axioms need not be checked,
// if the form of the axioms shows that they allow maximal additions
// (DependencyProofs::extends_maximally).
//
// Let po, sync, rf, co and fr have no cycle in a graph, and let its read-modify-writes directly
// follow their sources. Then all events have one order in which a read comes when its writer is the
// last write of the location so far, and a write comes when all its predecessors in coherence and
// their readers have come. The read of a read-modify-write may wait until its write may come: all
// its successors also follow its write. So each event is added maximally when it comes, and the
// axioms allow the graph.
//
// With open events: let an open read come when all its predecessors in its thread have come, and
// read from the last write; and let a waiting write come after all placed writes and their readers.
// (If it belongs to a decided read, it has another place: nothing is claimed of such graphs.) A
// read-modify-write whose write is not in the graph yet gets one directly behind it. The result is
// another graph of which the given one is a part with open events (ModelProofs::open_parts).

#include <cstddef>

#include "explorer/algorithms/buffering/open_graph.h"

namespace drover::buffering {

template <std::size_t Words>
class SerialOrder {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // True if a serial order exists. The graph must be atomic.
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
    if (event.rank == 0 && event.is_exclusive_write &&
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
    bool is_good = true;
    events.for_each(
        [&](std::size_t each) { is_good = is_good && take_before(open, static_cast<Slot>(each)); });
    return is_good;
  }
  bool take_before(const OpenGraph<Words>& open, Slot slot) {
    if (done_.contains(slot)) return true;
    return !active_.contains(slot) && take(open, slot);
  }

  Bits done_;
  Bits active_;  // started
};

}  // namespace drover::buffering
