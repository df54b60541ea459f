#pragma once

// The symmetry-before order symb of [SPORE] §3.2, on working graphs.
//
// Threads of a group run the same code. Two events at the same place of such threads are ordered by
// symb, the left one first, if everything before them in their threads matches: each read reads
// from the same write, and nothing was written but to the thread's own memory (docs/proofs.md,
// Differences from the papers). symb is transitive and what matches is an equivalence, so an event
// needs to know only the nearest event before it, its *twin*.

#include <cstddef>
#include <vector>

#include "explorer/graph/working_graph.h"
#include "semantics/passes/symmetry.h"

namespace drover::trust {

class SymmetryBefore {
 public:
  SymmetryBefore(std::size_t thread_count, const std::vector<passes::SymmetricThreads>& groups)
      : left_(thread_count, NoThread), is_empty_(groups.empty()) {
    for (const passes::SymmetricThreads& group : groups) {
      for (std::size_t i = 1; i < group.size(); ++i) left_[group[i].value] = group[i - 1].value;
    }
  }

  [[nodiscard]] bool is_empty() const { return is_empty_; }

  // Returns the twin of `event`, the last of its thread. The event and (Remark 2 of the paper) its
  // predecessors in symb must be in the graph.
  template <std::size_t Words>
  [[nodiscard]] Slot twin_of(const WorkingGraph<Words>& graph, Slot event) const {
    const std::size_t left = matching_thread(graph, graph[event].thread, graph.previous_of(event));
    return left == NoThread ? NoEvent : counterpart(graph, event, left);
  }

  // True if the next event of `thread` has a twin that is not in the graph yet.
  template <std::size_t Words>
  [[nodiscard]] bool lacks_twin(const WorkingGraph<Words>& graph, std::size_t thread) const {
    const std::size_t left = matching_thread(graph, thread, graph.last_of(thread));
    return left != NoThread &&
           graph.thread(left).events.size() <= graph.thread(thread).events.size();
  }

  static constexpr std::size_t NoThread = static_cast<std::size_t>(-1);

  // Returns the nearest thread to the left that matches `thread` up to its event `last`, or from
  // its start if `last` is NoEvent; NoThread if there is none.
  template <std::size_t Words>
  [[nodiscard]] std::size_t matching_thread(const WorkingGraph<Words>& graph, std::size_t thread,
                                            Slot last) const {
    if (last == NoEvent) return left_[thread];
    for (Slot other = graph[last].twin; other != NoEvent; other = graph[other].twin) {
      if (match(graph, last, other)) return graph[other].thread;
    }
    return NoThread;
  }

 private:
  // True if two events match, given that their predecessors match.
  template <std::size_t Words>
  [[nodiscard]] static bool match(const WorkingGraph<Words>& graph, Slot a, Slot b) {
    const auto& left = graph[a];
    const auto& right = graph[b];
    if (left.kind == LabelKind::Write) return left.is_private && right.is_private;
    if (left.kind == LabelKind::Choose) return left.value == right.value;
    if (left.kind != LabelKind::Read) return true;
    if (left.reads_from == right.reads_from) return true;
    if (left.reads_from >= NoEvent || right.reads_from >= NoEvent) return false;
    const auto& left_source = graph[left.reads_from];
    const auto& right_source = graph[right.reads_from];
    return left_source.thread == left.thread && right_source.thread == right.thread &&
           left_source.index == right_source.index;
  }

  // Returns the event of `thread` at the same place as `event`. It is missing, or of another kind,
  // only if threads depend on their addresses; such threads are not symmetric.
  template <std::size_t Words>
  [[nodiscard]] static Slot counterpart(const WorkingGraph<Words>& graph, Slot event,
                                        std::size_t thread) {
    const auto& events = graph.thread(thread).events;
    if (events.size() <= graph[event].index) return NoEvent;
    const Slot other = events[graph[event].index];
    const bool is_alike =
        graph[other].kind == graph[event].kind &&
        graph[other].is_private == graph[event].is_private &&
        (graph[event].is_private || graph[other].location == graph[event].location);
    return is_alike ? other : NoEvent;
  }

  std::vector<std::size_t> left_;  // by thread: the next thread to the left in its group
  bool is_empty_;
};

}  // namespace drover::trust
