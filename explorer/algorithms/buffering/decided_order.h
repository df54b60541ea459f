#pragma once

// Coherence within threads and atomicity, for the event decided last. If both have been checked
// after every decision, all axioms that follow from them hold (DependencyProofs::implied).

#include <algorithm>
#include <cstddef>
#include <optional>

#include "explorer/algorithms/buffering/open_graph.h"

namespace drover::buffering {

// Returns the place of a decided access in eco: a read directly follows its write.
template <std::size_t Words>
[[nodiscard]] std::size_t position_of(const WorkingGraph<Words>& graph, Slot slot) {
  const auto& event = graph[slot];
  const bool is_read = event.kind == LabelKind::Read;
  const Slot write = is_read ? event.reads_from : slot;
  return 2 * graph.coherence_rank(event.location, write) + (is_read ? 1 : 0);
}

template <std::size_t Words>
[[nodiscard]] bool is_decided_access(const OpenGraph<Words>& open, Slot slot, LocationId location) {
  const auto& event = open.graph[slot];
  const bool is_access = event.kind == LabelKind::Read || event.kind == LabelKind::Write;
  return is_access && event.location == location && open.decided.contains(slot);
}

// True if the event is in coherence with the accesses of its location in its own thread. These are
// already in order, so checking the nearest on each side suffices.
template <std::size_t Words>
[[nodiscard]] bool is_in_order(const OpenGraph<Words>& open, Slot slot) {
  const WorkingGraph<Words>& graph = open.graph;
  const auto& event = graph[slot];
  const auto& events = graph.thread(event.thread).events;
  const std::size_t here = position_of(graph, slot);
  for (std::size_t i = event.index; i-- > 0;) {
    if (!is_decided_access(open, events[i], event.location)) continue;
    if (position_of(graph, events[i]) > here) return false;
    break;
  }
  for (std::size_t i = event.index + std::size_t{1}; i < events.size(); ++i) {
    if (!is_decided_access(open, events[i], event.location)) continue;
    if (here > position_of(graph, events[i])) return false;
    break;
  }
  // A waiting write comes after the initial one.
  if (here >= 2) return true;
  const auto is_before = [&](Slot other) {
    return graph[other].thread == event.thread && graph[other].index < event.index;
  };
  return !(graph.location(event.location).writes & open.waiting_writes).any_of(is_before);
}

// Returns the rank of the last write to the location that its thread has written or read before.
template <std::size_t Words>
[[nodiscard]] std::size_t last_seen_rank(const OpenGraph<Words>& open, Slot slot) {
  const WorkingGraph<Words>& graph = open.graph;
  const auto& event = graph[slot];
  const auto& events = graph.thread(event.thread).events;
  // The nearest decided access has seen the latest write.
  for (std::size_t i = event.index; i-- > 0;) {
    if (!is_decided_access(open, events[i], event.location)) continue;
    return position_of(graph, events[i]) / 2;
  }
  return 0;
}

// True if the write of the read-modify-write is already placed, but not directly after the read's
// source.
template <std::size_t Words>
[[nodiscard]] bool is_placed_elsewhere(const OpenGraph<Words>& open, Slot read) {
  const WorkingGraph<Words>& graph = open.graph;
  const Slot write = open.write_behind(read);
  if (write == NoEvent || !open.decided.contains(write)) return false;
  const LocationId location = graph[read].location;
  return graph.at_rank(location, graph.coherence_rank(location, write) - 1) !=
         graph[read].reads_from;
}

// Atomicity: no two read-modify-writes read from one write, and only the write of a
// read-modify-write directly follows its source.
template <std::size_t Words>
[[nodiscard]] bool is_apart(const OpenGraph<Words>& open, Slot slot) {
  const WorkingGraph<Words>& graph = open.graph;
  const auto& event = graph[slot];
  if (event.kind == LabelKind::Read) {
    if (!open.is_half_read(slot)) return true;
    const auto is_rival = [&](Slot each) { return each != slot && open.is_half_read(each); };
    return !is_placed_elsewhere(open, slot) &&
           !graph.readers_of(event.location, event.reads_from).any_of(is_rival);
  }
  const auto& order = graph.location(event.location).coherence;
  const std::size_t rank = graph.coherence_rank(event.location, slot);
  if (rank == order.size() || !open.is_half_write(order[rank])) return true;
  const Slot read = open.read_before(order[rank]);
  return graph[read].reads_from == slot ||
         graph[read].reads_from != graph.at_rank(event.location, rank - 1);
}

// True if no write can be placed between `rank` and the next: the next is the write of a
// read-modify-write that reads from `rank`.
template <std::size_t Words>
[[nodiscard]] bool is_closed_behind(const OpenGraph<Words>& open, LocationId location,
                                    std::size_t rank) {
  const WorkingGraph<Words>& graph = open.graph;
  const auto& order = graph.location(location).coherence;
  if (!open.is_half_write(order[rank])) return false;
  return graph[open.read_before(order[rank])].reads_from == graph.at_rank(location, rank);
}

// The places in coherence that are left for the write of an undecided access, as numbers of writes
// before it among those placed now: the first and the last.
struct Places {
  std::size_t first = 0;
  std::size_t last = 0;
};

// Returns the places that coherence and atomicity leave for an undecided access: for a waiting
// write, or for the future source of an open read. That write must be placed between the last write
// that the thread has seen before, and the first that it sees after. (Later accesses have seen no
// less; an open read does not read from a placed write.)
template <std::size_t Words>
[[nodiscard]] std::optional<Places> places_for(const OpenGraph<Words>& open, Slot slot) {
  const WorkingGraph<Words>& graph = open.graph;
  const auto& event = graph[slot];
  const auto& events = graph.thread(event.thread).events;
  const std::size_t last = graph.location(event.location).coherence.size();
  std::size_t end = last + 1;
  for (std::size_t i = event.index + std::size_t{1}; i < events.size(); ++i) {
    if (!is_decided_access(open, events[i], event.location)) continue;
    end = position_of(graph, events[i]) / 2;
    break;
  }
  const auto is_closed = [&](std::size_t rank) {
    return rank < last && is_closed_behind(open, event.location, rank);
  };
  std::size_t begin = last_seen_rank(open, slot);
  while (begin < end && is_closed(begin)) ++begin;
  while (begin < end && is_closed(end - 1)) --end;
  if (begin >= end) return std::nullopt;
  return Places{begin, end - 1};
}

// The same for all undecided accesses of the location of the event decided last.
template <std::size_t Words>
[[nodiscard]] bool leaves_room(const OpenGraph<Words>& open, Slot slot) {
  const WorkingGraph<Words>& graph = open.graph;
  const auto& accesses = graph.location(graph[slot].location);
  const auto has_none = [&](Slot each) { return !places_for(open, each); };
  return !(accesses.reads & open.open_reads).any_of(has_none) &&
         !(accesses.writes & open.waiting_writes).any_of(has_none);
}

}  // namespace drover::buffering
