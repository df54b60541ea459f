#pragma once

// The happens-before relation of a search's checker, for code that asks the checker nothing else
// and is compiled once for all checkers.

#include <concepts>
#include <cstddef>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

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
