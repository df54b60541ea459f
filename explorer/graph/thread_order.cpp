#include "explorer/graph/thread_order.h"

namespace drover {

Relation spawn_order(const ExecutionGraph& graph) {
  Relation order(graph.size());
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const auto events = graph.events_of(ThreadId(t));
    for (std::size_t i = 1; i < events.size(); ++i) order.insert(events[i - 1], events[i]);
  }
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const EventId before = graph.synchronised_with(EventId(i));
    if (!before.is_none()) order.insert(before, EventId(i));
  }
  for (const auto& [first, second] : graph.added_order()) order.insert(first, second);
  order.close_transitively();
  Relation out(graph.size());
  for (const auto& [first, second] : order.pairs()) {
    if (graph.event(first).thread != graph.event(second).thread) out.insert(first, second);
  }
  return out;
}

ThreadOrder::ThreadOrder(const ExecutionGraph& graph)
    : graph_(graph), spawned_(graph.has_spawns() ? spawn_order(graph) : Relation(0)) {}

bool ThreadOrder::is_before(EventId first, EventId second) const {
  const Event& a = graph_.event(first);
  const Event& b = graph_.event(second);
  if (a.thread == b.thread) return a.index < b.index;
  if (graph_.role(a.thread) < graph_.role(b.thread)) return true;
  return graph_.has_spawns() && spawned_.contains(first, second);
}

}  // namespace drover
