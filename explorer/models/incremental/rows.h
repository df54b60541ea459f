#pragma once

#include <cstddef>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/graph/working_graph.h"

// Code shared by the checkers of cat models on working graphs. A relation has one row per event:
// the predecessors of the event.
namespace drover::incremental {

template <typename Bits>
[[nodiscard]] Bits single(std::size_t event) {
  Bits bits;
  bits.insert(event);
  return bits;
}

// Computes a row of an operation from the rows of its operands. `rows` provides:
//   row(node, event)   of an operand        own(event)         of an earlier event, of the result
//   set(node)          of a set             base(base, event)  of a base relation
//   all()              all events
template <typename Bits, typename Node, typename Rows>
[[nodiscard]] Bits row_of(const Node& of, std::size_t event, const Rows& rows) {
  using cat::Operation;
  switch (of.operation) {
    case Operation::Base: return rows.base(of.base, event);
    case Operation::Union: return rows.row(of.a, event) | rows.row(of.b, event);
    case Operation::Intersection: return rows.row(of.a, event) & rows.row(of.b, event);
    case Operation::Difference: return rows.row(of.a, event) - rows.row(of.b, event);
    case Operation::Complement: return rows.all() - rows.row(of.a, event);
    case Operation::Sequence: {
      Bits bits;
      rows.row(of.b, event).for_each([&](std::size_t middle) { bits |= rows.row(of.a, middle); });
      return bits;
    }
    case Operation::RestrictDomain: return rows.row(of.b, event) & rows.set(of.a);
    case Operation::RestrictRange:
      return rows.set(of.b).contains(event) ? rows.row(of.a, event) : Bits{};
    case Operation::Optional: return rows.row(of.a, event) | single<Bits>(event);
    case Operation::Plus: {
      Bits bits = rows.row(of.a, event);
      Bits first = bits;
      first.erase(event);  // its own row is being computed
      first.for_each([&](std::size_t middle) { bits |= rows.own(middle); });
      return bits;
    }
    case Operation::Identity: return rows.set(of.a).contains(event) ? single<Bits>(event) : Bits{};
    case Operation::Product:
      return rows.set(of.b).contains(event) ? rows.set(of.a) & rows.all() : Bits{};
    default: return {};
  }
}

// Warshall's algorithm on the rows of some events, given by `row(event)`.
template <typename Bits, typename Row>
void close_rows(const Bits& events, const Row& row) {
  events.for_each([&](std::size_t middle) {
    const Bits through = row(middle);
    if (through.is_empty()) return;
    events.for_each([&](std::size_t event) {
      if (row(event).contains(middle)) row(event) |= through;
    });
  });
}

// Repeatedly removes events without predecessors; true if some remain (on or after a cycle).
template <typename Bits, typename Rows>
[[nodiscard]] bool has_cycle(Bits left, const Rows& rows) {
  for (bool has_changed = true; has_changed && !left.is_empty();) {
    has_changed = false;
    const Bits now = left;
    now.for_each([&](std::size_t event) {
      if (rows[event].intersects(left)) return;
      left.erase(event);
      has_changed = true;
    });
  }
  return !left.is_empty();
}

// Calls `visit(write, row)` for the rows of co or fr along the coherence of a location. The initial
// `row` is that of its first write.
template <std::size_t Words, typename Visit>
void for_each_place(const WorkingGraph<Words>& graph,
                    const typename WorkingGraph<Words>::LocationState& location, Base base,
                    EventBits<Words> row, const Visit& visit) {
  for (const Slot write : location.coherence) {
    visit(write, row);
    if (base == Base::Fr) {
      row |= graph[write].readers;
    } else {
      row.insert(write);
    }
  }
}

// Visits the events of `present` in an order of po, sync and rf, until there is none. Then `next`
// is the number of the visited events of each thread.
template <std::size_t Words, typename Visit>
void visit_in_order(const WorkingGraph<Words>& graph, const EventBits<Words>& present,
                    std::vector<std::size_t>& next, const Visit& visit) {
  EventBits<Words> done;
  const auto is_ready = [&](Slot slot) {
    const auto& event = graph[slot];
    if (event.kind == LabelKind::Read && event.reads_from < NoEvent &&
        !done.contains(event.reads_from)) {
      return false;
    }
    if (event.index > 0 && event.kind != LabelKind::Join) return true;
    return ((event.po & present) - done).is_empty();
  };
  next.assign(graph.thread_count(), 0);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const auto& events = graph.thread(t).events;
      for (std::size_t& i = next[t]; i < events.size(); ++i) {
        if (!present.contains(events[i]) || !is_ready(events[i])) break;
        visit(events[i]);
        done.insert(events[i]);
        has_changed = true;
      }
    }
  }
}

// Returns the row of rmw: the read of a read-modify-write, if the event is its write.
template <std::size_t Words>
[[nodiscard]] EventBits<Words> first_half_of(const WorkingGraph<Words>& graph, Slot event) {
  if (graph[event].kind != LabelKind::Write || !graph[event].is_exclusive_write) return {};
  const Slot read = graph.previous_of(event);
  const bool is_pair = read != NoEvent && graph[read].is_exclusive_read;
  return is_pair ? single<EventBits<Words>>(read) : EventBits<Words>{};
}

}  // namespace drover::incremental
