#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/graph/per_event.h"
#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "support/check.h"

namespace drover::buffering {

// The ways that threads have gone at forks (LabelKind::Fork): branches on read values. If all reads
// of the condition are decided there is one way; otherwise the way is promised (Lemma 13,
// docs/proofs.md).
//
// For each event, stores the ways at the forks directly after it, in order.
template <std::size_t Words>
class GivenWays {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  // The limit on forks between two events: programs with more branches use another algorithm
  // (buffering_obstacle).
  static constexpr std::size_t MaxForks = 64;

  void clear(Slot event) { ways_[event] = {}; }
  [[nodiscard]] std::uint8_t count(Slot event) const { return ways_[event].count; }
  void shorten(Slot event, std::uint8_t count) {
    Ways& ways = ways_[event];
    ways.count = count;
    ways.bits &= count == MaxForks ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
  }
  void add(Slot event, bool way) {
    Ways& ways = ways_[event];
    DROVER_CHECK(ways.count < MaxForks, "there are not more forks between two events");
    if (way) ways.bits |= std::uint64_t{1} << ways.count;
    ++ways.count;
  }

  // Returns the node of a thread that has reached `node` after `passed` forks behind `event`: it
  // follows the given ways, then the known ones.
  [[nodiscard]] NodeId follow(const Graph& graph, ProgramAutomata& automata, const Bits& open,
                              Slot event, NodeId node, std::size_t passed = 0) {
    const std::size_t thread = graph[event].thread;
    ThreadAutomaton& automaton = automata.thread(ThreadId(thread));
    for (; automaton.kind(node) == LabelKind::Fork; ++passed) {
      if (passed == ways_[event].count) {
        const EventDependencies& dependencies = automaton.dependencies(node);
        if (has_any(graph, thread, dependencies.data, open)) break;
        // The way to the fork may not be known.
        if (has_any(graph, thread, dependencies.shape, open)) break;
        add(event, automaton.label(node).value != 0);
      }
      node = automaton.next(node, way(event, passed));
    }
    return node;
  }

  // True if the thread, when the open `read` reads `value`, goes the recorded ways, as far as they
  // are then known. `returned_by`: the value an event gives to its thread. `stops`: true if the
  // thread does not go on after the event.
  template <typename Returned, typename Stops>
  [[nodiscard]] bool are_kept(const Graph& graph, ProgramAutomata& automata, Bits open, Slot read,
                              Value value, const Returned& returned_by, const Stops& stops) const {
    open.erase(read);
    const std::size_t thread = graph[read].thread;
    ThreadAutomaton& automaton = automata.thread(ThreadId(thread));
    const auto& events = graph.thread(thread).events;
    Slot event = read;
    NodeId node = automaton.next(graph[read].node, value);
    for (std::size_t i = graph[read].index + std::size_t{1}; !node.is_none(); ++i) {
      for (std::size_t passed = 0; passed < ways_[event].count; ++passed) {
        const bool is_open = has_any(graph, thread, automaton.dependencies(node).data, open);
        if (!is_open && automaton.label(node).value != way(event, passed)) return false;
        node = automaton.next(node, way(event, passed));
      }
      if (i == events.size()) break;
      event = events[i];
      if (stops(event)) break;
      node = automaton.next(node, returned_by(event));
    }
    return true;
  }

 private:
  [[nodiscard]] static bool has_any(const Graph& graph, std::size_t thread, const ReadSet& reads,
                                    const Bits& open) {
    const auto& events = graph.thread(thread).events;
    bool found = false;
    reads.for_each([&](std::uint32_t index) { found |= open.contains(events[index]); });
    return found;
  }

  struct Ways {
    std::uint64_t bits = 0;
    std::uint8_t count = 0;
  };
  [[nodiscard]] Value way(Slot event, std::size_t fork) const {
    return static_cast<Value>(ways_[event].bits >> fork & 1);
  }

  PerEvent<Ways, Words> ways_;
};

}  // namespace drover::buffering
