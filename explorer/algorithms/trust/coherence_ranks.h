#pragma once

// Ranks in coherence: the writes a read may read from, and the positions a write may take.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "explorer/graph/working_graph.h"
#include "explorer/models/incremental/any_checker.h"

namespace drover::trust {

template <std::size_t Words>
[[nodiscard]] std::uint32_t last_rank(const WorkingGraph<Words>& graph, Slot event) {
  return static_cast<std::uint32_t>(graph.location(graph[event].location).coherence.size());
}

// Returns the lowest rank that `event` may read from or be placed after without symb contradicting
// eco ([SPORE] §3.2).
template <std::size_t Words>
[[nodiscard]] std::size_t lowest_rank(const WorkingGraph<Words>& graph,
                                      incremental::AnyChecker<Words>& checker, Slot event) {
  const std::size_t lowest = checker.lowest_rank(graph, event);
  const auto& here = graph[event];
  if (here.twin == NoEvent || here.is_private) return lowest;
  const Slot first = here.kind == LabelKind::Read ? graph[here.twin].reads_from : here.twin;
  return std::max(lowest, graph.coherence_rank(here.location, first));
}

// Empty if lowest > highest.
struct Places {
  std::size_t lowest = 0;
  std::size_t highest = 0;
};

// Returns the ranks after which `write` may be placed. The write of a read-modify-write directly
// follows the source of its read.
template <std::size_t Words>
[[nodiscard]] Places places_of(const WorkingGraph<Words>& graph,
                               incremental::AnyChecker<Words>& checker, Slot write) {
  const LocationId location = graph[write].location;
  const std::size_t lowest = lowest_rank(graph, checker, write);
  if (!graph[write].is_exclusive_write) {
    return {.lowest = lowest, .highest = graph.location(location).coherence.size()};
  }
  const Slot source = graph[graph.previous_of(write)].reads_from;
  const std::size_t rank = graph.coherence_rank(location, source);
  return {.lowest = std::max(lowest, rank), .highest = rank};
}

// Returns the read of the read-modify-write that reads from `rank` and directly follows it; NoEvent
// if there is none.
template <std::size_t Words>
[[nodiscard]] Slot rival_at(const WorkingGraph<Words>& graph, LocationId location,
                            std::size_t rank) {
  const auto& order = graph.location(location).coherence;
  if (rank == order.size() || !graph[order[rank]].is_exclusive_write) return NoEvent;
  const Slot read = graph.previous_of(order[rank]);
  return graph[read].reads_from == graph.at_rank(location, rank) ? read : NoEvent;
}

// Atomicity: true if the write after `rank` belongs to a read-modify-write that reads from `rank`.
template <std::size_t Words>
[[nodiscard]] bool splits_rmw(const WorkingGraph<Words>& graph, LocationId location,
                              std::size_t rank) {
  return rival_at(graph, location, rank) != NoEvent;
}

// Returns those of `reads`, reads of the location that are not its causes, that the write of a
// read-modify-write may revisit without leaving its rival (rival_at) in its place: Lemma 8
// (docs/proofs.md).
template <std::size_t Words>
[[nodiscard]] EventBits<Words> revisitable_with_rival(const WorkingGraph<Words>& graph,
                                                      const EventBits<Words>& reads, Slot rival) {
  if (!reads.contains(rival)) return {};
  EventBits<Words> older = graph[rival].older;
  older.insert(rival);
  return reads & older;
}

}  // namespace drover::trust
