#include "explorer/findings/open_orders.h"

#include <algorithm>
#include <span>

namespace drover {

namespace {

bool conflict(const Label& a, const Label& b) {
  return a.is_access() && b.is_access() && a.location == b.location &&
         (a.is_write() || b.is_write());
}

// True if an access of another thread conflicts with this one and is ordered neither before the
// evaluation, which comes after the event `before`, nor after it.
bool has_concurrent_conflict(const ExecutionGraph& graph, EventId access, EventId before,
                             const OpenOrderCheck::HappensBefore& happens_before) {
  const Event& event = graph.event(access);
  return std::ranges::any_of(graph.ids(), [&](EventId id) {
    const Event& other = graph.event(id);
    if (other.is_initial() || other.thread == event.thread) return false;
    if (!conflict(other.label, event.label)) return false;
    if (graph.role(other.thread) != graph.role(event.thread)) return false;
    const Relation& order = happens_before();
    const bool is_earlier = !before.is_none() && order.contains(id, before);
    return !is_earlier && !order.contains(access, id);
  });
}

}  // namespace

OpenOrderCheck::OpenOrderCheck(const Program& program) : count_(program.open_orders.size()) {
  for (std::uint32_t i = 0; i < count_; ++i) {
    for (const SourceRange& each : program.open_orders[i].first) {
      sides_[each.begin].emplace(i, Side::First);
    }
    for (const SourceRange& each : program.open_orders[i].second) {
      sides_[each.begin].emplace(i, Side::Second);
    }
  }
}

bool OpenOrderCheck::is_in(const Event& event, std::uint32_t order, Side side) const {
  const auto found = sides_.find(event.label.source.begin);
  return found != sides_.end() && found->second.contains({order, side});
}
bool OpenOrderCheck::is_in(const Event& event, std::uint32_t order) const {
  return is_in(event, order, Side::First) || is_in(event, order, Side::Second);
}

void OpenOrderCheck::examine(const ExecutionGraph& graph, const HappensBefore& happens_before) {
  for (std::size_t t = 0; t < graph.thread_count() && !is_done(); ++t) {
    examine_thread(graph, ThreadId(t), happens_before);
  }
}

void OpenOrderCheck::examine_thread(const ExecutionGraph& graph, ThreadId thread,
                                    const HappensBefore& happens_before) {
  const std::span<const EventId> events = graph.events_of(thread);
  for (std::size_t at = 0; at < events.size(); ++at) {
    const Event& second = graph.event(events[at]);
    const auto known = sides_.find(second.label.source.begin);
    if (known == sides_.end() || !second.label.is_access()) continue;
    for (const auto& [order, side] : known->second) {
      if (side == Side::First || found_.contains(order)) continue;
      std::size_t start = at;
      while (start > 0 && is_in(graph.event(events[start - 1]), order)) --start;
      const EventId before = start == 0 ? graph.spawn_of(thread) : events[start - 1];
      const bool is_evidence =
          std::ranges::any_of(events.subspan(start, at - start), [&](EventId first) {
            const Event& event = graph.event(first);
            return event.label.is_access() && is_in(event, order, Side::First) &&
                   matters(graph, first, events[at], before, happens_before);
          });
      if (is_evidence) found_.insert(order);
    }
  }
}

bool OpenOrderCheck::matters(const ExecutionGraph& graph, EventId first, EventId second,
                             EventId before, const HappensBefore& happens_before) const {
  if (conflict(graph.event(first).label, graph.event(second).label)) return true;
  return has_concurrent_conflict(graph, first, before, happens_before) &&
         has_concurrent_conflict(graph, second, before, happens_before);
}

}  // namespace drover
