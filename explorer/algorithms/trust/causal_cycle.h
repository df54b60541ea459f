#pragma once

#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// Whether an event of `left` comes directly before `event` in po ∪ rf ∪ co.
template <std::size_t Words>
[[nodiscard]] bool has_predecessor_in(const WorkingGraph<Words>& graph,
                                      const EventBits<Words>& left, Slot slot) {
  const auto& event = graph[slot];
  if (event.po.intersects(left)) return true;
  if (event.kind == LabelKind::Read) {
    return event.reads_from != InitialWrite && left.contains(event.reads_from);
  }
  if (event.kind != LabelKind::Write) return false;
  const std::size_t rank = graph.coherence_rank(event.location, slot);
  return rank > 1 && left.contains(graph.at_rank(event.location, rank - 1));
}

// Whether po ∪ rf ∪ co has a cycle ([SPORE] §3.2, ISERRONEOUS_SYM): takes away events without
// predecessors until none is left, or only cycles.
template <std::size_t Words>
[[nodiscard]] bool has_causal_cycle(const WorkingGraph<Words>& graph) {
  EventBits<Words> left = graph.events();
  for (bool moved = true; moved && !left.is_empty();) {
    moved = false;
    left.for_each([&](std::size_t slot) {
      if (has_predecessor_in(graph, left, static_cast<Slot>(slot))) return;
      left.erase(slot);
      moved = true;
    });
  }
  return !left.is_empty();
}

}  // namespace drover::trust
