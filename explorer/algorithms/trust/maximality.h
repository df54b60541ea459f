#pragma once

// When a write revisits a read: [SPORE] appendix E.3, WRITE REVISIT STEP, over the maximal steps
// of E.1.3.
//
// Let `write` revisit `read`. The read and the deleted events are the a_1 … a_n of the rule, in
// insertion order. The revisit is taken only if the graph arose from the rest by adding them in
// that order by *maximal* steps: each read reads from, and each write directly follows, the last
// write of its location among the events then present. Of all graphs that lead to the same result,
// exactly one has that form, so every graph comes up once.
//
// The events present when an event was added are its *previous* events: those added before it, and
// the causes of `write`, which the rule puts before all of a_1 … a_n.
//
// A deleted write must not be read by a previous event. A step of E.1.2 adds an event that has no
// successor in cb, so no read reads from a write that was just added. If a previous read reads from
// the write, a revisit made it do so, and the graph did not arise as the rule demands. Hence a
// write that has revisited a read is not deleted while the read keeps that source (Lemma E.18,
// Prop. E.20), which gives termination (E.21). Without this condition a read that stays could keep
// a deleted write as its source. The same holds of the anchor of an await that has left the graph:
// the read, had it stayed, would read from the anchor.
//
// A choice is not in the paper. It acts as a read with its own writers, one for each value, that
// nothing revisits: all values are taken one after the other when it is added. The maximal value is
// 0. Of the graphs that differ only in the values of deleted choices, only the one with all zeros
// is revisited, so each result comes up once; that graph exists because maximal steps are always
// possible.
//
// Differs from the paper: the maximality of a deleted event that is not half of a
// read-modify-write does not depend on whether a read is open (E.1.3, rule WRITE). Where `write`
// completes a read-modify-write its first half is among the causes, and is open in the rest of
// the graph: the rule would keep a read-modify-write from revisiting past any other write.

#include <cstddef>

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

// True if `other` was present when `event` was added, given that `write` deletes `event`.
template <std::size_t Words>
[[nodiscard]] bool is_previous(const WorkingGraph<Words>& graph, Slot other, Slot event,
                               Slot write) {
  return graph.inserted_before(other, event) || graph[write].causes.contains(other);
}

// Def. E.5, among the previous events: true if no write follows `rank` in coherence.
template <std::size_t Words>
[[nodiscard]] bool is_last_of_previous(const WorkingGraph<Words>& graph, Slot event, Slot write,
                                       std::size_t rank) {
  const auto& order = graph.location(graph[event].location).coherence;
  // Equivalent to is_previous for each write, but faster.
  const EventBits<Words>& older = graph[event].older;
  const EventBits<Words>& causes = graph[write].causes;
  for (std::size_t i = order.size(); i > rank; --i) {
    const Slot other = order[i - 1];
    if (older.contains(other) || (other != event && causes.contains(other))) return false;
  }
  return true;
}

// E.1.3, rule READ.
template <std::size_t Words>
[[nodiscard]] bool is_maximal_read(const WorkingGraph<Words>& graph, Slot read, Slot write) {
  const Slot source = graph[read].reads_from;
  if (source != InitialWrite && !is_previous(graph, source, read, write)) return false;
  const std::size_t rank = graph.coherence_rank(graph[read].location, source);
  return is_last_of_previous(graph, read, write, rank);
}

// [SPORE] Algorithm 1, line 8: returns the maximal reads of the location that are not causes of
// `write`. The read is the first event that must have been added maximally; checking it here is
// cheaper than computing the deleted events.
template <std::size_t Words>
[[nodiscard]] EventBits<Words> revisitable_by(const WorkingGraph<Words>& graph, Slot write) {
  const EventBits<Words> reads = graph.location(graph[write].location).reads - graph[write].causes;
  EventBits<Words> revisitable = reads;
  reads.for_each([&](std::size_t slot) {
    if (!is_maximal_read(graph, static_cast<Slot>(slot), write)) revisitable.erase(slot);
  });
  return revisitable;
}

// True if a read that was present when `event` was added reads from it.
template <std::size_t Words>
[[nodiscard]] bool is_read_by_previous(const WorkingGraph<Words>& graph, Slot event, Slot write) {
  bool is_read = graph[event].is_anchor;
  graph[event].readers.for_each([&](std::size_t reader) {
    is_read |= is_previous(graph, static_cast<Slot>(reader), event, write);
  });
  return is_read;
}

// E.1.3, rules WRITE and WRITE-EXCLUSIVE, for a deleted write.
template <std::size_t Words>
[[nodiscard]] bool is_maximal_write(const WorkingGraph<Words>& graph, Slot event, Slot read,
                                    Slot write, const EventBits<Words>& deleted) {
  if (is_read_by_previous(graph, event, write)) return false;
  if (graph[event].is_exclusive_write) {
    // Rule WRITE-EXCLUSIVE: its read was added just before, so it is among a_1 … a_n too.
    const Slot first_half = graph.previous_of(event);
    if (first_half != read && !deleted.contains(first_half)) return false;
  }
  const std::size_t rank = graph.coherence_rank(graph[event].location, event);
  return is_last_of_previous(graph, event, write, rank);
}

// E.3: true if the deleted events were added by maximal steps. `read` is known to be maximal.
template <std::size_t Words>
[[nodiscard]] bool should_revisit(const WorkingGraph<Words>& graph, Slot read, Slot write,
                                  const EventBits<Words>& deleted) {
  if (!waits_allow_revisit(graph, read, write)) return false;
  bool all_maximal = true;
  deleted.for_each([&](std::size_t slot) {
    const auto event = static_cast<Slot>(slot);
    if (!all_maximal) return;
    if (graph[event].kind == LabelKind::Read) {
      all_maximal = is_maximal_read(graph, event, write);
    } else if (graph[event].kind == LabelKind::Write) {
      all_maximal = is_maximal_write(graph, event, read, write, deleted);
    } else if (graph[event].kind == LabelKind::Choose) {
      all_maximal = graph[event].value == 0;
    }
  });
  return all_maximal;
}

}  // namespace drover::trust
