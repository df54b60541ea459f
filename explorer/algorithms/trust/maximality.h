#pragma once

// The condition for a write to revisit a read: [SPORE] appendix E.3, WRITE REVISIT STEP, over the
// maximal steps of E.1.3.
//
// Let `write` revisit `read`. The read and the deleted events are the a_1 … a_n of the rule, in
// insertion order. The revisit is taken only if the graph arose from the rest by adding them in
// that order by *maximal* steps: each read reads from, and each write directly follows, the last
// write of its location among the *previous* events, those added before it and the causes of
// `write`. Of all graphs that lead to the same result, exactly one has that form.
//
// docs/proofs.md has the differences from the paper: choices, and writes that may not be deleted.

#include <cstddef>

#include "explorer/algorithms/trust/coherence_ranks.h"
#include "explorer/algorithms/trust/departed_awaits.h"
#include "explorer/graph/working_graph.h"

namespace drover::trust {

// [SPORE] Algorithm 1, line 9: returns the events that `write` deletes when it revisits `read`.
template <std::size_t Words>
[[nodiscard]] EventBits<Words> deleted_by(const WorkingGraph<Words>& graph, Slot read, Slot write) {
  EventBits<Words> deleted = graph.events() - graph[read].older - graph[write].causes;
  deleted.erase(read);
  deleted.erase(write);
  return deleted;
}

// True if `other` was present when `event` was added, given that an event with these `causes`
// deletes `event`.
template <std::size_t Words>
[[nodiscard]] bool is_previous(const WorkingGraph<Words>& graph, Slot other, Slot event,
                               const EventBits<Words>& causes) {
  return graph[event].older.contains(other) || causes.contains(other);
}

// Def. E.5, among the previous events: true if no write follows `rank` in coherence.
template <std::size_t Words>
[[nodiscard]] bool is_last_of_previous(const WorkingGraph<Words>& graph, Slot event,
                                       const EventBits<Words>& causes, std::size_t rank) {
  const auto& order = graph.location(graph[event].location).coherence;
  const EventBits<Words>& older = graph[event].older;
  for (std::size_t i = order.size(); i > rank; --i) {
    const Slot other = order[i - 1];
    if (older.contains(other) || (other != event && causes.contains(other))) return false;
  }
  return true;
}

// E.1.3, rule READ, for a revisit by an event with these causes.
template <std::size_t Words>
[[nodiscard]] bool is_maximal_read(const WorkingGraph<Words>& graph, Slot read,
                                   const EventBits<Words>& causes) {
  const Slot source = graph[read].reads_from;
  if (source != InitialWrite && !is_previous(graph, source, read, causes)) return false;
  const std::size_t rank = graph.coherence_rank(graph[read].location, source);
  return is_last_of_previous(graph, read, causes, rank);
}

// [SPORE] Algorithm 1, line 8: returns the maximal reads of the location that are not causes of
// `write`, without those whose revisit leaves no place for it. The read is the first event that
// must have been added maximally; checking it here is cheaper than computing the deleted events.
template <std::size_t Words>
[[nodiscard]] EventBits<Words> revisitable_by(const WorkingGraph<Words>& graph, Slot write) {
  const auto& event = graph[write];
  EventBits<Words> reads = graph.location(event.location).reads - event.causes;
  if (reads.is_empty()) return reads;
  if (event.is_exclusive_write) {
    const Slot source = graph[graph.previous_of(write)].reads_from;
    const std::size_t rank = graph.coherence_rank(event.location, source);
    const Slot rival = rival_at(graph, event.location, rank);
    if (rival != NoEvent) reads = revisitable_with_rival(graph, reads, rival);
  }
  EventBits<Words> revisitable = reads;
  reads.for_each([&](Slot read) {
    if (!is_maximal_read(graph, read, event.causes)) revisitable.erase(read);
  });
  return revisitable;
}

// True if a read that was present when `event` was added reads from it.
template <std::size_t Words>
[[nodiscard]] bool is_read_by_previous(const WorkingGraph<Words>& graph, Slot event,
                                       const EventBits<Words>& causes) {
  const auto& write = graph[event];
  return write.is_anchor || write.readers.intersects(write.older) ||
         write.readers.intersects(causes);
}

// E.1.3, rules WRITE and WRITE-EXCLUSIVE, for a deleted write.
template <std::size_t Words>
[[nodiscard]] bool is_maximal_write(const WorkingGraph<Words>& graph, Slot event, Slot read,
                                    const EventBits<Words>& causes,
                                    const EventBits<Words>& deleted) {
  if (is_read_by_previous(graph, event, causes)) return false;
  if (graph[event].is_exclusive_write) {
    // Rule WRITE-EXCLUSIVE: its read was added just before, so it is among a_1 … a_n too.
    const Slot first_half = graph.previous_of(event);
    if (first_half != read && !deleted.contains(first_half)) return false;
  }
  const std::size_t rank = graph.coherence_rank(graph[event].location, event);
  return is_last_of_previous(graph, event, causes, rank);
}

// E.3: true if the deleted events were added by maximal steps, given that an event with these
// causes revisits `read`.
template <std::size_t Words>
[[nodiscard]] bool are_maximal(const WorkingGraph<Words>& graph, Slot read,
                               const EventBits<Words>& causes, const EventBits<Words>& deleted) {
  return !deleted.any_of([&](Slot event) {
    switch (graph[event].kind) {
      case LabelKind::Read: return !is_maximal_read(graph, event, causes);
      case LabelKind::Write: return !is_maximal_write(graph, event, read, causes, deleted);
      case LabelKind::Choose: return graph[event].value != 0;
      default: return false;
    }
  });
}

// True if `write` revisits `read`, which is known to be maximal.
template <std::size_t Words>
[[nodiscard]] bool should_revisit(const WorkingGraph<Words>& graph, Slot read, Slot write,
                                  const EventBits<Words>& deleted) {
  return waits_allow_revisit(graph, read, write) &&
         are_maximal(graph, read, graph[write].causes, deleted);
}

}  // namespace drover::trust
