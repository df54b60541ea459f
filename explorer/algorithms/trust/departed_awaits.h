#pragma once

// Reads that have left the graph (FailedAwaits::Leave). A read that a revisit would make wait
// leaves the graph instead (graph_changes.h). Its Wait keeps its position in the insertion order
// and the write that would have revisited it, the *anchor*. The thread reaches the read again
// later. Lemma 4 (docs/proofs.md) says why these rules lose nothing and repeat nothing:
// - The returned read may read from a write only if a chain of revisits leads from the anchor to
//   that write, or if the write is the last one. A write that no chain leads to revisits the read
//   only if a read between the two positions may delete it again. A graph that ends with a read
//   whose source no chain leads to is stale.
// - A write that would delete the read, had it stayed, must find it maximal. A write that would
//   keep the read as a cause must find it at the end of a chain. Either way the Wait is dropped.
// - The anchor is never deleted (maximality.h).
//
// Assumes that such a read is not half of a read-modify-write: a failing read writes nothing.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// Returns the Wait of `read` if the read left the graph earlier.
template <std::size_t Words>
[[nodiscard]] std::optional<Wait> wait_of(const WorkingGraph<Words>& graph, Slot read) {
  const Wait* wait = graph.wait_at(graph[read].thread, graph[read].index);
  return wait == nullptr ? std::nullopt : std::optional(*wait);
}

// Returns the last write to a location among the causes of `event` and the events older than the
// departed read.
template <std::size_t Words>
[[nodiscard]] Slot last_known(const WorkingGraph<Words>& graph, const Wait& wait,
                              LocationId location, Slot event) {
  const auto& order = graph.location(location).coherence;
  for (std::size_t i = order.size(); i-- > 0;) {
    const bool is_older = graph[order[i]].stamp < wait.stamp;
    if (order[i] != event && (is_older || graph[event].causes.contains(order[i]))) {
      return order[i];
    }
  }
  return InitialWrite;
}

// True if a chain of revisits from the anchor would have made the departed read, had it stayed,
// read from `write`.
template <std::size_t Words>
[[nodiscard]] bool leads_back(const WorkingGraph<Words>& graph, const Wait& wait, Slot write) {
  const LocationId location = graph[wait.anchor].location;
  while (write != wait.anchor) {
    if (write == InitialWrite || graph[write].stamp < wait.stamp) return false;
    write = last_known(graph, wait, location, write);
  }
  return true;
}

// True if `read` may read from `write`: the read has no Wait, or its Wait allows the write.
template <std::size_t Words>
[[nodiscard, gnu::always_inline]] inline bool waits_allow_reading(const WorkingGraph<Words>& graph,
                                                                  Slot read, Slot write) {
  if (graph.waits().empty()) return true;
  const std::optional<Wait> wait = wait_of(graph, read);
  return !wait || write == graph.coherence_maximal(graph[read].location) ||
         leads_back(graph, *wait, write);
}

// True if the departed read, had it stayed, would be maximal when `write` deletes it.
template <std::size_t Words>
[[nodiscard]] bool is_maximal_wait(const WorkingGraph<Words>& graph, const Wait& wait, Slot write) {
  return leads_back(graph, wait, last_known(graph, wait, graph[wait.anchor].location, write));
}

template <std::size_t Words>
[[nodiscard]] Slot read_again(const WorkingGraph<Words>& graph, const Wait& wait) {
  const auto& events = graph.thread(wait.thread).events;
  return wait.index < events.size() ? events[wait.index] : NoEvent;
}

// True if some read is older than `read` and younger than `stamp`: a revisit of that read may
// delete `read` and keep the Wait.
template <std::size_t Words>
[[nodiscard]] bool has_read_between(const WorkingGraph<Words>& graph, std::uint32_t stamp,
                                    Slot read) {
  return graph[read].older.any_of(
      [&](Slot slot) { return graph[slot].kind == LabelKind::Read && graph[slot].stamp > stamp; });
}

// True if the Waits let `write` revisit `read`.
template <std::size_t Words>
[[nodiscard]] bool waits_allow_revisit(const WorkingGraph<Words>& graph, Slot read, Slot write) {
  if (graph.waits().empty()) return true;
  if (const auto wait = wait_of(graph, read);
      wait && !leads_back(graph, *wait, write) && !has_read_between(graph, wait->stamp, read)) {
    return false;
  }
  for (const Wait& wait : graph.waits()) {
    if (wait.stamp < graph[read].stamp) continue;
    const Slot again = read_again(graph, wait);
    const bool is_kept = again != NoEvent && graph[write].causes.contains(again);
    if (is_kept ? !leads_back(graph, wait, graph[again].reads_from)
                : !is_maximal_wait(graph, wait, write)) {
      return false;
    }
  }
  return true;
}

// True if a departed read has not returned, or reads from a write that no chain leads to.
template <std::size_t Words>
[[nodiscard]] bool has_stray_read(const WorkingGraph<Words>& graph) {
  return std::ranges::any_of(graph.waits(), [&](const Wait& wait) {
    const Slot again = read_again(graph, wait);
    return again == NoEvent || !leads_back(graph, wait, graph[again].reads_from);
  });
}

}  // namespace drover::trust
