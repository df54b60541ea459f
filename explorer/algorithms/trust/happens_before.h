#pragma once

// What happens before an event, as the checker of a search knows it, for those who ask the checker
// nothing else: they are compiled once for all checkers.

#include <concepts>
#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// Two pointers: to be passed by value, and not to outlive the checker.
template <std::size_t Words>
class HappensBefore {
 public:
  using Graph = WorkingGraph<Words>;

  template <typename Checker>
  requires(!std::same_as<Checker, HappensBefore>)
      HappensBefore(const Checker& checker)  // not explicit: every checker is one
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
