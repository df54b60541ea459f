#pragma once

// Awaits that have left the graph (FailedAwaits::Leave; departures.h: how they do).
//
// The read of an await considers the writes that satisfy it and, besides them, only the last in
// coherence; if that does not satisfy it, the thread waits. A write that does not satisfy it
// revisits it only from the last place in coherence. A maximal graph in which a waiting read does
// not read the last write is *stale*: it is not an execution, and is dropped. That much is exact
// (FailedAwaits::Stay) and wasteful: each write that comes while a read waits is tried with the
// read left behind as well.
//
// To avoid the waste, a read that a revisit would make wait leaves the graph. A Wait remembers
// where it was in the insertion order, and the write that would have revisited it, its *anchor*.
// Had the read stayed, it would have gone from write to write by further revisits, each write
// having the one before as the last it knows of (among its causes and what is older than the
// read). Hence three rules, which change nothing in what is found:
// - When the thread comes to the await again, it may read from a write only if that chain leads
//   back to the anchor. Every other write has its turn in the part of the exploration in which
//   the read had not left.
// - A revisit that would have deleted the read needs the last write that the revisiting write
//   knows of to lead back to the anchor: then the read, at the end of that chain, is maximal. The
//   revisit drops the Wait.
// - The anchor is never deleted, since the read would read from it, or would have.
//
// All of this is about reads that fail, and these are not halves of read-modify-writes: an
// exchange-await whose condition fails writes nothing. What one that is satisfied writes,
// whatever it makes of the value read, is a write like others, which satisfies or fails other
// awaits, and is a link of their chains, by its value alone.
//
// Nor are they the reads of compare-and-swaps that fail, which tso and pso order like those that
// succeed (Label::fails_when_reading): a read that waits orders nothing, whether or not it is in
// the graph. For the executions that are found it makes no difference. Such a read is the last of
// its thread and reads the last write, so that no edge leaves it, and an edge more into it is not
// on a cycle. And the looks of a machine that come before the last leave nothing behind either:
// each orders what is before it before what is after it, as the last look, or the
// read-modify-write that ends the wait, does too.

#include <cstddef>
#include <optional>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// What `read` left behind when it left the graph before, if it did.
template <std::size_t Words>
[[nodiscard]] std::optional<Wait> wait_of(const WorkingGraph<Words>& graph, Slot read) {
  const Wait* wait = graph.wait_at(graph[read].thread, graph[read].index);
  return wait == nullptr ? std::nullopt : std::optional(*wait);
}

// The last write of a location among the causes of `event` and what was added before the
// read that left.
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

// Whether the read that left, had it stayed, would have come to read from `write` by a
// chain of revisits that begins with the anchor.
template <std::size_t Words>
[[nodiscard]] bool leads_back(const WorkingGraph<Words>& graph, const Wait& wait, Slot write) {
  const LocationId location = graph[wait.anchor].location;
  while (write != wait.anchor) {
    if (write == InitialWrite || graph[write].stamp < wait.stamp) return false;
    write = last_known(graph, wait, location, write);
  }
  return true;
}

// Whether the await that has left the graph, if `read` is one, lets it read from `write`.
template <std::size_t Words>
[[nodiscard, gnu::always_inline]] inline bool waits_allow_reading(const WorkingGraph<Words>& graph,
                                                                  Slot read, Slot write) {
  if (graph.waits().empty()) return true;
  const std::optional<Wait> wait = wait_of(graph, read);
  return !wait || leads_back(graph, *wait, write);
}

// Whether the read that left, had it stayed, would be maximal when `write` deletes it.
template <std::size_t Words>
[[nodiscard]] bool is_maximal_wait(const WorkingGraph<Words>& graph, const Wait& wait, Slot write) {
  return leads_back(graph, wait, last_known(graph, wait, graph[wait.anchor].location, write));
}

// Whether the Waits let `write` revisit `read`.
template <std::size_t Words>
[[nodiscard]] bool waits_allow_revisit(const WorkingGraph<Words>& graph, Slot read, Slot write) {
  if (graph.waits().empty()) return true;
  if (const auto wait = wait_of(graph, read); wait && !leads_back(graph, *wait, write)) {
    return false;
  }
  for (const Wait& wait : graph.waits()) {
    if (wait.stamp > graph[read].stamp && !is_maximal_wait(graph, wait, write)) return false;
  }
  return true;
}

}  // namespace drover::trust
