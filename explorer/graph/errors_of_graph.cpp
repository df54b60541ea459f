#include "explorer/graph/errors_of_graph.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "explorer/graph/base_relations.h"
#include "explorer/graph/thread_order.h"
#include "semantics/program/address.h"

namespace drover {

namespace {

// [RCMC] Def. 3.10: two accesses of one location, one of them a write, one non-atomic.
bool may_race(const Event& a, const Event& b) {
  if (!a.label.is_access() || !b.label.is_access()) return false;
  return a.label.location == b.label.location && (a.label.is_write() || b.label.is_write()) &&
         (a.label.mode == Mode::Na || b.label.mode == Mode::Na);
}

// A short-lived worker: holds references to its arguments.
class MemoryErrorFinder {
 public:
  MemoryErrorFinder(const ExecutionGraph& graph, const Relation& happens_before,
                    const AddressOf& address_of)
      : graph_(graph), hb_(happens_before), address_of_(address_of) {
    for (std::size_t i = 0; i < graph.size(); ++i) {
      const LabelKind kind = graph.event(EventId(i)).label.kind;
      if (kind == LabelKind::Alloc) allocations_.emplace_back(i);
      if (kind == LabelKind::Free) frees_.emplace_back(i);
    }
  }

  std::vector<GraphError> find() {
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const Event& event = graph_.event(EventId(i));
      if (event.is_initial()) continue;
      if (event.label.is_access()) check_access(EventId(i), address_of_(event.label.location));
      if (event.label.kind == LabelKind::Free) check_free(EventId(i), event.label.value);
    }
    return std::move(errors_);
  }

 private:
  // Null and wild addresses of accesses are errors of the thread, found when it runs.
  void check_access(EventId access, Value at) {
    if (!address::is_heap(at)) return;
    check_allocated(access, at, FactKind::AccessUnallocated, FactKind::AccessUnordered);
    for (const EventId free : frees_) {
      const bool same_object = address::base(graph_.event(free).label.value) == address::base(at);
      if (same_object && !hb_.contains(access, free)) report(FactKind::UseAfterFree, access, free);
    }
  }

  void check_free(EventId free, Value at) {
    if (at == 0) return;
    if (!address::is_heap(at)) {
      report(FactKind::FreeUnallocated, free, EventId::none());
      return;
    }
    if (address::cell(at) != 0) {
      report(FactKind::FreeInside, free, EventId::none());
      return;
    }
    check_allocated(free, at, FactKind::FreeUnallocated, FactKind::FreeUnordered);
    for (const EventId other : frees_) {
      if (other >= free) break;
      if (graph_.event(other).label.value == at) report(FactKind::DoubleFree, free, other);
    }
  }

  // [SPORE] Def. D.2: an allocation of the cell exists and happens before the event.
  void check_allocated(EventId event, Value at, FactKind not_allocated, FactKind unordered) {
    const auto block = std::ranges::find_if(allocations_, [&](EventId each) {
      return graph_.event(each).label.value == address::base(at);
    });
    if (block == allocations_.end()) return report(not_allocated, event, EventId::none());
    if (Value{address::cell(at)} >= graph_.event(*block).label.size) {
      return report(FactKind::BeyondObject, event, *block);
    }
    if (!hb_.contains(*block, event)) report(unordered, event, *block);
  }

  void report(FactKind what, EventId first, EventId second) {
    errors_.push_back({ErrorKind::Memory, what, first, second});
  }

  const ExecutionGraph& graph_;
  const Relation& hb_;
  const AddressOf& address_of_;
  std::vector<EventId> allocations_;
  std::vector<EventId> frees_;
  std::vector<GraphError> errors_;
};

}  // namespace

std::vector<GraphError> find_races(const ExecutionGraph& graph, const Relation& happens_before) {
  std::vector<GraphError> races;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    for (std::size_t j = i + 1; j < graph.size(); ++j) {
      const EventId a(i);
      const EventId b(j);
      if (!may_race(graph.event(a), graph.event(b))) continue;
      if (happens_before.contains(a, b) || happens_before.contains(b, a)) continue;
      races.push_back({ErrorKind::Race, FactKind::Race, a, b});
    }
  }
  return races;
}

Relation order_by_atomics(const ExecutionGraph& graph) {
  const BaseRelations base = base_relations(graph);
  EventSet atomic(graph.size());
  for (const EventId id : graph.ids()) {
    const Label& label = graph.event(id).label;
    if (label.is_access() && at_least(plain_is_sc(label), Mode::Rlx)) atomic.insert(id);
  }
  return plus(base.po | base.sync | restrict(atomic, base.rf, atomic));
}

std::vector<GraphError> find_memory_errors(const ExecutionGraph& graph,
                                           const Relation& happens_before,
                                           const AddressOf& address_of) {
  return MemoryErrorFinder(graph, happens_before, address_of).find();
}

std::vector<GraphError> find_double_joins(const ExecutionGraph& graph) {
  std::vector<EventId> joins;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    for (const EventId id : graph.events_of(ThreadId(t))) {
      if (graph.event(id).label.kind == LabelKind::Join) joins.push_back(id);
    }
  }
  std::vector<GraphError> errors;
  std::optional<ThreadOrder> order;
  for (std::size_t i = 0; i < joins.size(); ++i) {
    for (std::size_t j = i + 1; j < joins.size(); ++j) {
      const Value thread = graph.event(joins[i]).label.value;
      if (graph.event(joins[j]).label.value != thread) continue;
      if (!order) order.emplace(graph);
      const bool is_swapped = order->is_before(joins[j], joins[i]);
      errors.push_back({ErrorKind::Thread, FactKind::DoubleJoin, joins[is_swapped ? i : j],
                        joins[is_swapped ? j : i]});
    }
  }
  return errors;
}

}  // namespace drover
