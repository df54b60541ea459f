#pragma once

#include <concepts>
#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::incremental {

// The incremental form of a memory model, for TruSt.
template <typename Checker, std::size_t Words>
concept StepChecker = requires(Checker checker, const Checker& other,
                               const WorkingGraph<Words>& graph, Slot event, std::size_t mark,
                               const EventBits<Words>& events) {
  // The event was added, without a source or a place.
  checker.on_add(graph, event);
  // Returns the lowest rank in coherence that the event may read from or be placed after.
  { checker.lowest_rank(graph, event) } -> std::same_as<std::size_t>;
  // A read has its source now, or a write its place. False: inconsistent.
  { checker.on_read(graph, event) } -> std::same_as<bool>;
  { checker.on_place(graph, event) } -> std::same_as<bool>;
  // Returns events that happen before the event, possibly a subset.
  { other.happens_before(graph, event) } -> std::convertible_to<EventBits<Words>>;
  // False only if the model sets no flag on the graph.
  { checker.may_raise_flags(graph) } -> std::same_as<bool>;
  // Undoes the changes of on_read and on_place since the mark.
  { checker.mark() } -> std::same_as<std::size_t>;
  checker.undo(mark);
  // Copies the state of the kept events; the others are deleted.
  checker.copy_without(other, events, events);
};

// A base of checkers: nothing has to be undone, and nothing is known of flags.
struct PlainSteps {
  [[nodiscard]] static std::size_t mark() { return 0; }
  static void undo(std::size_t /*mark*/) {}
  [[nodiscard]] static bool may_raise_flags(const auto& /*graph*/) { return true; }
};

}  // namespace drover::incremental
