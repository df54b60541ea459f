#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

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

// The extent of a graph with open events: a part of an execution, or all of it.
enum class Extent : std::uint8_t { Part, Whole };

// The form of a memory model for load buffering (algorithms/buffering).
template <typename Checker, std::size_t Words>
concept OpenGraphChecker = requires(Checker checker, const WorkingGraph<Words>& graph,
                                    const EventBits<Words>& open, Extent extent) {
  // `open` are the events without a writer or coherence position; an open event without successors
  // does not count. False only if the graph cannot become consistent by more edges, or, for a whole
  // one, if it is not. Nothing: only the axioms can tell.
  { checker.ask(graph, open, extent) } -> std::same_as<std::optional<bool>>;
};

// A base of checkers: nothing has to be undone, and nothing is known of flags.
struct PlainSteps {
  [[nodiscard]] static std::size_t mark() { return 0; }
  static void undo(std::size_t /*mark*/) {}
  [[nodiscard]] static bool may_raise_flags(const auto& /*graph*/) { return true; }
};

}  // namespace drover::incremental
