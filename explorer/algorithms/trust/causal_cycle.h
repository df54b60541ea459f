#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "explorer/graph/working_graph.h"

namespace drover::trust {

// True if po ∪ rf ∪ co has a cycle ([SPORE] §3.2, ISERRONEOUS_SYM). The search removes events
// without predecessors from the front of each thread; the events it cannot remove lie on or behind
// a cycle.
template <std::size_t Words>
class CausalCycleSearch {
 public:
  using Graph = WorkingGraph<Words>;

  [[nodiscard]] bool exist_in(const Graph& graph) {
    left_ = graph.events();
    next_.assign(graph.thread_count(), 0);
    for (bool has_moved = true; has_moved && !left_.is_empty();) {
      has_moved = false;
      for (std::size_t t = 0; t < graph.thread_count(); ++t) {
        const auto& events = graph.thread(t).events;
        for (; next_[t] < events.size() && !has_predecessor(graph, events[next_[t]]); ++next_[t]) {
          left_.erase(events[next_[t]]);
          has_moved = true;
        }
      }
    }
    return !left_.is_empty();
  }

 private:
  // True if a remaining event directly precedes `slot`.
  [[nodiscard]] bool has_predecessor(const Graph& graph, Slot slot) const {
    const auto& event = graph[slot];
    if (event.po.intersects(left_)) return true;
    if (event.kind == LabelKind::Read) {
      return event.reads_from != InitialWrite && left_.contains(event.reads_from);
    }
    if (event.kind != LabelKind::Write) return false;
    const std::size_t rank = graph.coherence_rank(event.location, slot);
    return rank > 1 && left_.contains(graph.at_rank(event.location, rank - 1));
  }

  EventBits<Words> left_;
  std::vector<std::uint32_t> next_;  // by thread: number of removed events
};

}  // namespace drover::trust
