#pragma once

#include <concepts>
#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// The incremental form of a memory model (explorer/models/incremental/). A checker may also have
// `may_raise_flags(graph)`, which is false only if the model flags nothing on the graph.
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
  // Undoes the changes of on_read and on_place since the mark.
  { checker.mark() } -> std::same_as<std::size_t>;
  checker.undo(mark);
  // Copies the state of the kept events; the others are deleted.
  checker.copy_without(other, events, events);
};

// The happens-before relation of a search's checker, for code that asks the checker nothing else
// and is compiled once for all checkers.
// Two pointers: pass by value; must not outlive the checker.
template <std::size_t Words>
class HappensBefore {
 public:
  using Graph = WorkingGraph<Words>;

  template <typename Checker>
  requires(!std::same_as<Checker, HappensBefore>)
      HappensBefore(const Checker& checker)  // not explicit: every checker converts
      : checker_(&checker), ask_([](const void* asked, const Graph& graph, Slot event) {
          return EventBits<Words>(static_cast<const Checker*>(asked)->happens_before(graph, event));
        }) {}

  [[nodiscard]] EventBits<Words> operator()(const Graph& graph, Slot event) const {
    return ask_(checker_, graph, event);
  }

 private:
  const void* checker_;
  EventBits<Words> (*ask_)(const void*, const Graph&, Slot);
};

}  // namespace drover::trust
