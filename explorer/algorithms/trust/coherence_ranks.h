#pragma once

// Ranks in coherence: what a read may read from, and what a write may stand behind.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// Of the last write of the location of `event`.
template <std::size_t Words>
[[nodiscard]] std::uint32_t last_rank(const WorkingGraph<Words>& graph, Slot event) {
  return static_cast<std::uint32_t>(graph.location(graph[event].location).coherence.size());
}

// The first rank that `event` may read from or stand behind, if symb is not to contradict eco
// ([SPORE] §3.2).
template <std::size_t Words, typename Checker>
[[nodiscard]] std::size_t lowest_rank(const WorkingGraph<Words>& graph, Checker& checker,
                                      Slot event) {
  const std::size_t lowest = checker.lowest_rank(graph, event);
  const auto& here = graph[event];
  if (here.twin == NoEvent || here.is_private) return lowest;
  const Slot first = here.kind == LabelKind::Read ? graph[here.twin].reads_from : here.twin;
  return std::max(lowest, graph.coherence_rank(here.location, first));
}

// None if the lowest is above the highest.
struct Places {
  std::size_t lowest = 0;
  std::size_t highest = 0;
};

// What `write` may stand behind. The write of a read-modify-write stands behind what its read
// reads from.
template <std::size_t Words, typename Checker>
[[nodiscard]] Places places_of(const WorkingGraph<Words>& graph, Checker& checker, Slot write) {
  const LocationId location = graph[write].location;
  const std::size_t lowest = lowest_rank(graph, checker, write);
  if (!graph[write].is_exclusive_write) {
    return {.lowest = lowest, .highest = graph.location(location).coherence.size()};
  }
  const Slot source = graph[graph.previous_of(write)].reads_from;
  const std::size_t rank = graph.coherence_rank(location, source);
  return {.lowest = std::max(lowest, rank), .highest = rank};
}

// Atomicity: whether what comes after `rank` is a read-modify-write that reads from it.
template <std::size_t Words>
[[nodiscard]] bool splits_rmw(const WorkingGraph<Words>& graph, LocationId location,
                              std::size_t rank) {
  const auto& order = graph.location(location).coherence;
  if (rank == order.size() || !graph[order[rank]].is_exclusive_write) return false;
  const Slot read = graph.previous_of(order[rank]);
  return graph[read].reads_from == graph.at_rank(location, rank);
}

}  // namespace drover::trust
