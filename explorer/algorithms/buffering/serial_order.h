#pragma once

// Most graphs of most programs are ones that an interleaving has. Of these the axioms need not be
// asked, where the form of the axioms says that they allow what is added maximally
// (DependencyProofs::extends_maximally).
//
// Let po, sync, rf, co and fr have no cycle in a graph, and let its read-modify-writes stand right
// behind what they read. Then all events can be put in one order, in which a read comes when its
// writer is the last write of the location so far, and a write when all before it in coherence and
// their readers have come. The read of a read-modify-write may wait until its write may come: all
// that is behind it is behind that. So each event is added maximally when it comes, and the axioms
// allow the graph.
//
// With open events: let an open read come when all before it in its thread have come, and read from
// the last write; and let a write that waits come behind all writes that are placed, and all that
// read from these. (If it belongs to a read that is decided, it has another place: nothing is
// claimed of such graphs.) A read-modify-write whose write is not there yet gets one right behind
// it. That gives another graph, of which the one that is asked about is a part, with events that
// are open (ModelProofs::open_parts).

#include <cstddef>

#include "explorer/algorithms/buffering/open_graph.h"

namespace drover::buffering {

template <std::size_t Words>
class SerialOrder {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // Whether there is one. The graph must be atomic.
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
  // Lets an event come, and before it all that must come before. False if there is a cycle.
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
  Bits active_;  // begun
};

}  // namespace drover::buffering
