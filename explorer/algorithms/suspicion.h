#pragma once

// A quick check whether a graph may have races or memory errors; graph/errors_of_graph decides
// exactly. Most executions have none and need no further work.

#include <algorithm>
#include <cstddef>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/graph/per_event.h"
#include "explorer/graph/working_graph.h"
#include "semantics/program/address.h"
#include "semantics/program/location_table.h"

namespace drover {

// `HbOf(slot)`: events that happen before it, possibly a subset. Keeps its tables between graphs,
// to avoid allocations.
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
    if (scope.races_by_atomics && may_race_by_atomics(graph)) return true;
    if (scope.races && may_race(graph, hb_of)) return true;
    return scope.heap && may_misuse_memory(graph, locations, hb_of);
  }

 private:
  struct Block {
    Value base = 0;
    Value size = 0;  // of an allocation
    Slot event = NoEvent;
  };
  struct Rank {
    std::size_t causes = 0;  // number of preceding events
    Slot event = NoEvent;
  };

  [[nodiscard]] static bool has_help_call(const Graph& graph) {
    return graph.events().any_of([&](Slot slot) {
      return graph[slot].kind == LabelKind::Call && !graph[slot].is_main_call;
    });
  }

  [[nodiscard]] static bool joins_twice(const Graph& graph) {
    return graph.events().any_of([&](Slot slot) {
      const auto& event = graph[slot];
      return event.kind == LabelKind::Join && graph.events().any_of([&](Slot other) {
        const auto& second = graph[other];
        return other != slot && second.kind == LabelKind::Join && second.value == event.value;
      });
    });
  }

  template <typename HbOf>
  [[nodiscard]] static bool may_race(const Graph& graph, const HbOf& hb_of) {
    return graph.non_atomic().any_of([&](Slot slot) {
      const bool is_write = graph[slot].kind == LabelKind::Write;
      const auto& location = graph.location(graph[slot].location);
      Bits others = is_write ? location.reads | location.writes : location.writes;
      others -= hb_of(slot);
      others.erase(slot);
      return others.any_of([&](Slot other) { return !hb_of(other).contains(slot); });
    });
  }

  // True if accesses may race under order_by_atomics (graph/errors_of_graph.h): (po ∪ sync ∪
  // [atomic];rf;[atomic])+. A predecessor in po ∪ rf ∪ sync has fewer predecessors, so sorting by
  // their number gives a valid order.
  [[nodiscard]] bool may_race_by_atomics(const Graph& graph) {
    by_causes_.clear();
    graph.events().for_each([&](Slot slot) {
      by_causes_.push_back({graph[slot].porf.size(), slot});
      by_atomics_[slot].clear();  // with cycles in po ∪ rf, some are read before they are set
    });
    std::ranges::sort(by_causes_, {}, &Rank::causes);
    for (const Rank& each : by_causes_) {
      const auto& event = graph[each.event];
      Bits& before = by_atomics_[each.event];
      before = event.po;
      add_before(before, graph.previous_of(each.event));
      add_before(before, graph.synchronised_with(each.event));
      const Slot write = event.reads_from;
      if (write == NoEvent || write == InitialWrite) continue;
      if (event.mode == Mode::Na || graph[write].mode == Mode::Na) continue;
      add_before(before, write);
    }
    return may_race(graph, [this](Slot slot) -> const Bits& { return by_atomics_[slot]; });
  }
  void add_before(Bits& before, Slot event) const {
    if (event == NoEvent) return;
    before |= by_atomics_[event];
    before.insert(event);
  }

  template <typename HbOf>
  [[nodiscard]] bool may_misuse_memory(const Graph& graph, const LocationTable& locations,
                                       const HbOf& hb_of) {
    collect_blocks(graph);
    if (may_free_wrongly(hb_of)) return true;
    for (std::size_t i = 0; i < graph.location_count(); ++i) {
      const auto& location = graph.location(LocationId(i));
      const Bits accesses = location.reads | location.writes;
      if (accesses.is_empty()) continue;
      const Value address = locations.last_byte(LocationId(i));
      if (!address::is_heap(address)) continue;
      const Slot allocation = allocation_of(address);
      if (allocation == NoEvent) return true;
      const auto is_unordered = [&](Slot slot) { return !hb_of(slot).contains(allocation); };
      if (accesses.any_of(is_unordered)) return true;
      const Slot free = free_of(address::base(address));
      if (free != NoEvent && !(accesses - hb_of(free)).is_empty()) return true;
    }
    return false;
  }

  void collect_blocks(const Graph& graph) {
    allocations_.clear();
    frees_.clear();
    graph.events().for_each([&](Slot slot) {
      const auto& event = graph[slot];
      const Block block{event.value, event.size, slot};
      if (event.kind == LabelKind::Alloc) allocations_.push_back(block);
      if (event.kind == LabelKind::Free && event.value != 0) frees_.push_back(block);
    });
    std::ranges::sort(allocations_, {}, &Block::base);
    std::ranges::sort(frees_, {}, &Block::base);
  }

  template <typename HbOf>
  [[nodiscard]] bool may_free_wrongly(const HbOf& hb_of) const {
    for (std::size_t i = 0; i < frees_.size(); ++i) {
      const Block& free = frees_[i];
      if (!address::is_heap(free.base) || address::cell(free.base) != 0) return true;
      if (i > 0 && frees_[i - 1].base == free.base) return true;
      const Slot allocation = allocation_of(free.base);
      if (allocation == NoEvent || !hb_of(free.event).contains(allocation)) return true;
    }
    return false;
  }

  [[nodiscard]] Slot allocation_of(Value address) const {
    const Value base = address::base(address);
    for (auto at = std::ranges::lower_bound(allocations_, base, {}, &Block::base);
         at != allocations_.end() && at->base == base; ++at) {
      if (Value{address::cell(address)} < at->size) return at->event;
    }
    return NoEvent;
  }
  // Returns the free of a block. There is at most one: see may_free_wrongly.
  [[nodiscard]] Slot free_of(Value base) const {
    const auto at = std::ranges::lower_bound(frees_, base, {}, &Block::base);
    return at != frees_.end() && at->base == base ? at->event : NoEvent;
  }

  std::vector<Block> allocations_;
  std::vector<Block> frees_;
  std::vector<Rank> by_causes_;
  PerEvent<Bits, Words> by_atomics_;  // for the current graph
};

// Compiled once, in widths.cpp.
extern template class Suspicion<1>;
extern template class Suspicion<2>;
extern template class Suspicion<4>;
extern template class Suspicion<8>;
extern template class Suspicion<AnyNumberOfWords>;

}  // namespace drover
