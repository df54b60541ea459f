#pragma once

// Whether a graph may have races or memory errors: a quick look at what graph/errors_of_graph
// finds out for certain. Most executions have none, and are passed without more work.

#include <cstddef>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/graph/working_graph.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"

namespace drover {

// `HbOf(slot)`: events that happen before it, or some of them. Keeps its tables between
// graphs, so that nothing is allocated.
template <std::size_t Words>
class Suspicion {
 public:
  using Graph = WorkingGraph<Words>;
  using Bits = EventBits<Words>;

  template <typename HbOf>
  [[nodiscard]] bool arises(const Graph& graph, const LocationTable& locations, ErrorScope scope,
                            const HbOf& hb_of) {
    if (scope.help_calls && has_help_call(graph)) return true;
    if (scope.joins && joins_twice(graph)) return true;
    if (scope.races && may_race(graph, hb_of)) return true;
    return scope.heap && may_misuse_memory(graph, locations, hb_of);
  }

 private:
  struct Allocation {
    Value base = 0;
    Value size = 0;
    Slot event = NoEvent;
  };

  [[nodiscard]] static bool has_help_call(const Graph& graph) {
    bool found = false;
    graph.events().for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      found |= event.kind == LabelKind::Call && !event.is_main_call;
    });
    return found;
  }

  [[nodiscard]] static bool joins_twice(const Graph& graph) {
    bool found = false;
    graph.events().for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      if (event.kind != LabelKind::Join || found) return;
      graph.events().for_each([&](std::size_t other) {
        const auto& second = graph[static_cast<Slot>(other)];
        found |= other != slot && second.kind == LabelKind::Join && second.value == event.value;
      });
    });
    return found;
  }

  template <typename HbOf>
  [[nodiscard]] static bool may_race(const Graph& graph, const HbOf& hb_of) {
    bool found = false;
    graph.events().for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      const bool is_write = event.kind == LabelKind::Write;
      if (found || event.mode != Mode::Na || (!is_write && event.kind != LabelKind::Read)) return;
      const auto& location = graph.location(event.location);
      Bits others = is_write ? location.reads | location.writes : location.writes;
      others -= hb_of(static_cast<Slot>(slot));
      others.erase(slot);
      others.for_each(
          [&](std::size_t other) { found |= !hb_of(static_cast<Slot>(other)).contains(slot); });
    });
    return found;
  }

  template <typename HbOf>
  [[nodiscard]] bool may_misuse_memory(const Graph& graph, const LocationTable& locations,
                                       const HbOf& hb_of) {
    allocations_.clear();
    bool has_frees = false;
    graph.events().for_each([&](std::size_t slot) {
      const auto& event = graph[static_cast<Slot>(slot)];
      if (event.kind == LabelKind::Alloc) {
        allocations_.push_back({event.value, event.size, static_cast<Slot>(slot)});
      }
      has_frees |= event.kind == LabelKind::Free;
    });
    if (has_frees) return true;  // rare enough to look at in full
    bool found = false;
    for (std::size_t i = 0; i < graph.location_count() && !found; ++i) {
      const auto& location = graph.location(LocationId(i));
      const Bits accesses = location.reads | location.writes;
      if (accesses.is_empty()) continue;
      const Value address = locations.address(LocationId(i));
      if (!address::is_heap(address)) continue;
      const Slot allocation = allocation_of(address);
      if (allocation == NoEvent) return true;
      accesses.for_each(
          [&](std::size_t slot) { found |= !hb_of(static_cast<Slot>(slot)).contains(allocation); });
    }
    return found;
  }

  [[nodiscard]] Slot allocation_of(Value address) const {
    for (const Allocation& allocation : allocations_) {
      if (allocation.base == address::base(address) &&
          Value{address::cell(address)} < allocation.size) {
        return allocation.event;
      }
    }
    return NoEvent;
  }

  std::vector<Allocation> allocations_;
};

}  // namespace drover
