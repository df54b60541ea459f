#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "explorer/algorithms/trust/prospects.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "semantics/program/address.h"

namespace drover::trust {

// The way that the twins of a thread's next events (symmetry.h) have gone, of which the thread may
// go the same. A short-lived worker: holds references.
//
// As long as the thread matches its twins, its events have them among their causes; and where the
// twin is the read of a read-modify-write, that one's write as well. A cause is not deleted. So a
// compare-and-swap that follows its twin in this way finds no room for its write between what its
// twin has swapped and the twin.
template <std::size_t Words>
class TwinWay {
 public:
  using Graph = WorkingGraph<Words>;

  // Of the events of a thread from an index on: those before it are in the graph.
  TwinWay(const SymmetryBefore& symmetry, const Graph& graph, std::size_t thread, std::size_t index)
      : graph_(graph), index_(index) {
    if (symmetry.is_empty()) return;
    const Slot last = index == 0 ? NoEvent : graph.thread(thread).events[index - 1];
    left_ = symmetry.matching_thread(graph, thread, last);
  }

  // The twin of the event of an offset, if it is in the graph; or NoEvent.
  [[nodiscard]] Slot at(std::uint32_t offset) const {
    if (left_ == SymmetryBefore::NoThread || offset == Certainties::NoOffset) return NoEvent;
    const auto& events = graph_.thread(left_).events;
    return index_ + offset < events.size() ? events[index_ + offset] : NoEvent;
  }

  // What the twin has read, and what else is there to be read: writes that come later in coherence,
  // since symb does not contradict eco.
  [[nodiscard]] KnownValues read(std::uint32_t offset) const {
    const Slot twin = at(offset);
    if (twin == NoEvent || graph_[twin].kind != LabelKind::Read) return {};
    const auto& event = graph_[twin];
    const bool is_plain = !event.is_exclusive_read && !event.is_pending_await && !event.is_private;
    if (!is_plain || event.reads_from == NoEvent) return {};
    // What it has written itself is not what the other thread has.
    const Slot source = event.reads_from;
    if (source != InitialWrite && graph_[source].thread == event.thread) return {};
    KnownValues found{.count = 1, .values = {event.value}};
    const auto& order = graph_.location(event.location).coherence;
    for (std::size_t i = graph_.coherence_rank(event.location, source); i < order.size(); ++i) {
      const Value value = graph_[order[i]].value;
      const auto end = found.values.begin() + found.count;
      if (std::find(found.values.begin() + 1, end, value) != end) continue;
      if (found.count == KnownValues::Most) return {};
      found.values[found.count++] = value;
    }
    return found;
  }

  // Whether the thread's compare-and-swap, if it follows its twin, finds no place behind what a
  // rank in coherence has, whatever is revisited.
  [[nodiscard]] bool has_passed(std::uint32_t offset, LocationId location, std::size_t rank) const {
    const Slot twin = at(offset);
    if (twin == NoEvent || graph_[twin].kind != LabelKind::Read) return false;
    const auto& event = graph_[twin];
    if (event.location != location || event.reads_from == NoEvent) return false;
    // symb does not contradict eco.
    if (graph_.coherence_rank(location, event.reads_from) > rank) return true;
    const Slot swap = graph_.at_rank(location, rank + 1);
    return event.is_exclusive_read && (swap == graph_.next_of(twin) || event.causes.contains(swap));
  }

  // What comes before an event of the thread as it comes before its twin, but for what the twin's
  // thread has done itself; NoEvent if nothing is known of it. What a thread reads from, and how,
  // decides what happens before what it does then; but for what happens before it begins, which is
  // not the same of threads that are spawned.
  [[nodiscard]] Slot before(std::uint32_t offset) const {
    if (left_ == SymmetryBefore::NoThread || graph_.thread(left_).spawn != NoEvent) return NoEvent;
    return offset == 0 || offset == Certainties::NoOffset ? NoEvent : at(offset - 1);
  }
  [[nodiscard]] bool is_of_twin(Value address) const {
    return address::is_heap(address) && address::allocating_thread(address).value == left_;
  }

 private:
  const Graph& graph_;
  std::size_t left_ = SymmetryBefore::NoThread;
  std::size_t index_;
};

}  // namespace drover::trust
