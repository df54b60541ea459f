#pragma once

#include <concepts>
#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// The incremental side of a memory model (explorer/models/incremental/). A checker may also have
// `may_raise_flags(graph)`, which is false only if the model puts no mark on the graph.
template <typename Checker, std::size_t Words>
concept StepChecker = requires(Checker checker, const Checker& other,
                               const WorkingGraph<Words>& graph, Slot event, std::size_t mark,
                               const EventBits<Words>& events) {
  // The event was added, without a writer or a place.
  checker.on_add(graph, event);
  // The first rank in coherence that the event may read from or stand behind.
  { checker.lowest_rank(graph, event) } -> std::same_as<std::size_t>;
  // A read has its writer now, or a write its place. False: inconsistent.
  { checker.on_read(graph, event) } -> std::same_as<bool>;
  { checker.on_place(graph, event) } -> std::same_as<bool>;
  // Events that happen before the event, or some of them.
  { other.happens_before(graph, event) } -> std::convertible_to<EventBits<Words>>;
  // Takes back what on_read and on_place have changed since the mark.
  { checker.mark() } -> std::same_as<std::size_t>;
  checker.undo(mark);
  // Becomes a copy for the events that are kept; the others are deleted.
  checker.copy_without(other, events, events);
};

}  // namespace drover::trust
