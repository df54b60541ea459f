#include "explorer/graph/base_relations.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "explorer/graph/thread_order.h"

namespace drover {

Mode plain_is_sc(const Label& label) { return label.mode == Mode::Plain ? Mode::Sc : label.mode; }

Mode plain_fence_is_sc(const Label& label) {
  return label.is_fence() && label.mode == Mode::Plain ? Mode::Sc : label.mode;
}

namespace {

void size_sets(BaseRelations& base, std::size_t size) {
  for (EventSet* set :
       {&base.events, &base.accesses, &base.reads, &base.writes, &base.fences, &base.allocations,
        &base.calls, &base.frees, &base.initial_writes, &base.spawns, &base.joins,
        &base.exclusive_reads, &base.exclusive_writes, &base.failed_reads, &base.at_least_rlx,
        &base.at_least_acq, &base.at_least_rel, &base.sc}) {
    *set = EventSet(size);
  }
}

void insert_into_sets(BaseRelations& base, const Event& event, EventId id, ModeOf mode_of) {
  const Label& label = event.label;
  base.events.insert(id);
  if (label.is_access()) base.accesses.insert(id);
  if (label.is_read()) base.reads.insert(id);
  if (label.is_write()) base.writes.insert(id);
  if (label.is_fence()) base.fences.insert(id);
  if (label.kind == LabelKind::Alloc) base.allocations.insert(id);
  if (label.kind == LabelKind::Spawn) base.spawns.insert(id);
  if (label.kind == LabelKind::Join) base.joins.insert(id);
  if (label.kind == LabelKind::Call) base.calls.insert(id);
  if (label.kind == LabelKind::Free) base.frees.insert(id);
  if (event.is_initial()) base.initial_writes.insert(id);
  if (event.is_exclusive_read) base.exclusive_reads.insert(id);
  if (event.is_failed_exclusive) base.failed_reads.insert(id);
  if (label.is_write() && label.is_exclusive_write) base.exclusive_writes.insert(id);
  if (!label.is_access() && !label.is_fence()) return;
  const Mode mode = mode_of(label);
  if (at_least(mode, Mode::Rlx)) base.at_least_rlx.insert(id);
  if (at_least(mode, Mode::Acq)) base.at_least_acq.insert(id);
  if (at_least(mode, Mode::Rel)) base.at_least_rel.insert(id);
  if (mode == Mode::Sc) base.sc.insert(id);
}

// [RCMC] Def. 3.5, within threads; and rmw, Def. 3.6: the exclusive read and the write that
// follows it at once.
void add_thread_order(BaseRelations& base, const ExecutionGraph& graph) {
  base.po = Relation(graph.size());
  base.rmw = Relation(graph.size());
  base.same_thread = Relation(graph.size());
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> order = graph.events_of(ThreadId(t));
    EventSet later(graph.size());
    for (std::size_t i = order.size(); i-- > 0;) {
      base.po.insert_all(order[i], later);
      later.insert(order[i]);
      const bool has_next = i + 1 < order.size();
      if (has_next && graph.event(order[i]).is_exclusive_read &&
          base.exclusive_writes.contains(order[i + 1])) {
        base.rmw.insert(order[i], order[i + 1]);
      }
    }
    for (const EventId event : order) base.same_thread.insert_all(event, later);
  }
}

// Spawn and join. Initial writes come before all else, [RCMC] Def. 3.5.
void add_sync(BaseRelations& base, const ExecutionGraph& graph) {
  std::array<EventSet, 3> of_role{EventSet(graph.size()), EventSet(graph.size()),
                                  EventSet(graph.size())};
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const auto role = static_cast<std::size_t>(graph.role(ThreadId(t)));
    for (const EventId event : graph.events_of(ThreadId(t))) of_role[role].insert(event);
  }
  const EventSet& init = of_role[static_cast<std::size_t>(ThreadRole::Init)];
  const EventSet& workers = of_role[static_cast<std::size_t>(ThreadRole::Worker)];
  const EventSet& last = of_role[static_cast<std::size_t>(ThreadRole::Final)];
  base.sync = product(base.initial_writes, base.events - base.initial_writes);
  init.for_each([&](EventId event) { base.sync.insert_all(event, workers | last); });
  workers.for_each([&](EventId event) { base.sync.insert_all(event, last); });
  if (graph.has_spawns()) base.sync |= spawn_order(graph);
}

void add_rf_and_co(BaseRelations& base, const ExecutionGraph& graph) {
  base.rf = Relation(graph.size());
  base.co = Relation(graph.size());
  base.fr = Relation(graph.size());
  for (const LocationId location : graph.locations()) {
    EventSet later(graph.size());
    const std::span<const EventId> order = graph.coherence(location);
    for (std::size_t i = order.size(); i-- > 0;) {
      base.co.insert_all(order[i], later);
      later.insert(order[i]);
    }
    // The initial write is before those that have no place yet, too.
    const EventId initial = graph.initial_write(location);
    for (const EventId write : graph.writes_to(location)) {
      if (write != initial) base.co.insert(initial, write);
    }
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const EventId write = graph.event(EventId(i)).reads_from;
    if (write.is_none()) continue;
    base.rf.insert(write, EventId(i));
    base.co.for_each_successor(write, [&](EventId later) { base.fr.insert(EventId(i), later); });
  }
}

void add_same_location(BaseRelations& base, const ExecutionGraph& graph) {
  base.same_location = Relation(graph.size());
  std::vector<EventSet> accesses_of;  // by LocationId
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const Label& label = graph.event(EventId(i)).label;
    if (!label.is_access()) continue;
    const std::size_t location = label.location.value;
    if (location >= accesses_of.size()) accesses_of.resize(location + 1);
    if (accesses_of[location].universe_size() == 0) accesses_of[location] = EventSet(graph.size());
    accesses_of[location].insert(EventId(i));
  }
  for (const EventSet& accesses : accesses_of) {
    accesses.for_each([&](EventId event) { base.same_location.insert_all(event, accesses); });
  }
}

}  // namespace

BaseRelations base_relations(const ExecutionGraph& graph, ModeOf mode_of) {
  BaseRelations base;
  size_sets(base, graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i) {
    insert_into_sets(base, graph.event(EventId(i)), EventId(i), mode_of);
  }
  add_thread_order(base, graph);
  add_sync(base, graph);
  add_rf_and_co(base, graph);
  add_same_location(base, graph);
  return base;
}

}  // namespace drover
