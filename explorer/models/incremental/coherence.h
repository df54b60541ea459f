#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/graph/working_graph.h"

// Code shared by the incremental checkers. Events are added at the end of (po ∪ rf)+, so a
// coherence check looks back: a new event must come after the last write of its location that it
// has seen (earlier writes, and sources of earlier reads).
namespace drover::incremental {

// Returns the highest coherence rank whose write or one of its readers is in `seen`; 0 (the initial
// write) if there is none.
template <std::size_t Words>
[[nodiscard]] std::size_t last_seen_rank(const WorkingGraph<Words>& graph, LocationId location,
                                         const EventBits<Words>& seen) {
  const auto& order = graph.location(location).coherence;
  for (std::size_t rank = order.size(); rank > 0; --rank) {
    const Slot write = order[rank - 1];
    if (seen.contains(write) || seen.intersects(graph[write].readers)) return rank;
  }
  return 0;
}

// All: the order contains po.
enum class PartOfPo : std::uint8_t { All, Some };

// Rows of a growing strict partial order: the predecessors of each event. Changes to rows of older
// events are logged, so that they can be undone.
template <std::size_t Words, PartOfPo Po>
class OrderRows {
 public:
  using Bits = EventBits<Words>;
  using Graph = WorkingGraph<Words>;

  [[nodiscard]] const Bits& before(Slot event) const { return rows_[event]; }
  // For an event without successors.
  void set(Slot event, const Bits& row) { rows_[event] = row; }
  // Puts the event after its predecessors in po ∪ sync.
  void set_after_po(const Graph& graph, Slot event) {
    Bits row;
    const Slot previous = graph.previous_of(event);
    if (previous != NoEvent) {
      row = rows_[previous];
      row.insert(previous);
      if (graph[event].kind == LabelKind::Join) {
        const Slot last = graph.synchronised_with(event);
        if (last != NoEvent) {
          row |= rows_[last];
          row.insert(last);
        }
      }
    } else {
      graph[event].po.for_each([&](std::size_t earlier) {
        row |= rows_[earlier];
        row.insert(earlier);
      });
    }
    rows_[event] = std::move(row);
  }
  // `add` changes the row of an event without successors; call `touch` first, so that it can be
  // undone.
  void touch(Slot event) { log_.push_back({event, rows_[event]}); }
  void add(Slot event, Slot earlier) {
    rows_[event] |= rows_[earlier];
    rows_[event].insert(earlier);
  }

  // Orders `from` before `to`, with all consequences. `to` must not be before `from`.
  void insert_edge(const Graph& graph, Slot from, Slot to) {
    Bits row = rows_[from];
    row.insert(from);
    if constexpr (Po == PartOfPo::Some) {
      graph.events().for_each(
          [&](std::size_t event) { insert_before(static_cast<Slot>(event), to, row); });
      return;
    }
    // If an event comes after `to`, all later events of its thread do.
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const auto& events = graph.thread(t).events;
      std::size_t i = events.size();
      while (i > 0 && insert_before(events[i - 1], to, row)) --i;
    }
  }

  [[nodiscard]] std::size_t mark() const { return log_.size(); }
  void undo(std::size_t mark) {
    while (log_.size() > mark) {
      rows_[log_.back().event] = std::move(log_.back().row);
      log_.pop_back();
    }
  }

  // Paths through deleted events do not matter: none leads to a kept event.
  void copy_without(const OrderRows& other, const Bits& kept, const Bits& deleted) {
    kept.for_each([&](std::size_t event) { rows_[event] = other.rows_[event] - deleted; });
    log_.clear();
  }

 private:
  struct Change {
    Slot event;
    Bits row;
  };

  // If `event` is `to` or comes after it, orders `earlier` before it.
  bool insert_before(Slot event, Slot to, const Bits& earlier) {
    if (event != to && !rows_[event].contains(to)) return false;
    log_.push_back({event, rows_[event]});
    rows_[event] |= earlier;
    return true;
  }

  PerEvent<Bits, Words> rows_;
  std::vector<Change> log_;
};

// Returns the write after the source of `read`, or NoEvent.
template <std::size_t Words>
[[nodiscard]] Slot overwriting(const WorkingGraph<Words>& graph, Slot read) {
  const LocationId location = graph[read].location;
  const std::size_t rank = graph.coherence_rank(location, graph[read].reads_from);
  const auto& order = graph.location(location).coherence;
  return rank < order.size() ? order[rank] : NoEvent;
}

}  // namespace drover::incremental
