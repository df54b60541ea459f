#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/algorithms/trust/silent_code.h"
#include "explorer/algorithms/trust/symmetry.h"
#include "semantics/program/address.h"

namespace drover::trust {

// The events of the twins (symmetry.h) of a thread's next events. While the thread does the same,
// each of its events has as causes its twin and, if the twin is the read of a read-modify-write,
// the twin's write (Lemma 6, docs/proofs.md). A short-lived worker: holds references.
template <std::size_t Words>
class TwinWay {
 public:
  using Graph = WorkingGraph<Words>;

  TwinWay(const SymmetryBefore& symmetry, const Graph& graph, std::size_t thread)
      : graph_(graph), index_(graph.thread(thread).events.size()) {
    if (!symmetry.is_empty())
      left_ = symmetry.matching_thread(graph, thread, graph.last_of(thread));
  }

  // True if the thread's next event may have a twin.
  [[nodiscard]] bool are_there() const { return left_ != SymmetryBefore::NoThread; }

  // Returns the twin of the event at this offset if it is in the graph; else NoEvent.
  [[nodiscard]] Slot at(std::uint32_t offset) const {
    if (left_ == SymmetryBefore::NoThread || offset == Certainties::NoOffset) return NoEvent;
    const auto& events = graph_.thread(left_).events;
    return index_ + offset < events.size() ? events[index_ + offset] : NoEvent;
  }

  // Returns the value that the twin has read, then the values of later writes in coherence: the
  // thread reads no earlier write, since symb does not contradict eco.
  [[nodiscard]] KnownValues read(std::uint32_t offset) const {
    const Slot twin = at(offset);
    if (twin == NoEvent || graph_[twin].kind != LabelKind::Read) return {};
    const auto& event = graph_[twin];
    const bool is_plain = !event.is_exclusive_read && !event.is_pending_await && !event.is_private;
    if (!is_plain || event.reads_from == NoEvent) return {};
    // The twin's own writes do not match those of the other thread.
    const Slot source = event.reads_from;
    if (source != InitialWrite && graph_[source].thread == event.thread) return {};
    KnownValues found{.count = 1, .values = {event.value}};
    const auto& order = graph_.location(event.location).coherence;
    for (std::size_t i = graph_.coherence_rank(event.location, source); i < order.size(); ++i) {
      const Value value = graph_[order[i]].value;
      if (!found.contains(value, 1) && !found.add(value)) return {};
    }
    return found;
  }

  // True if the thread's compare-and-swap, while it follows its twin, finds no place after `rank`
  // in coherence, whatever is revisited.
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

  // Returns the twin's predecessor. The events before it also come before the thread's event,
  // except those of the twin's own thread; NoEvent if nothing is known. The sources and modes of a
  // thread's reads determine what happens before its events, except for events before the thread
  // starts, which differ between spawned threads.
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
