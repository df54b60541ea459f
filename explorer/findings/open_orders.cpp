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
    const OpenOrder& order = program.open_orders[i];
    for (const SourceRange& each : order.first) sides_[each].emplace(i, Side::First);
    for (const SourceRange& each : order.second) sides_[each].emplace(i, Side::Second);
    starts_.push_back(order.second.front());
  }
}

bool OpenOrderCheck::is_in(const Event& event, std::uint32_t order, Side side) const {
  const auto found = sides_.find(event.label.source);
  return found != sides_.end() && found->second.contains({order, side});
}
bool OpenOrderCheck::is_in(const Event& event, std::uint32_t order) const {
  return is_in(event, order, Side::First) || is_in(event, order, Side::Second);
}

void OpenOrderCheck::examine(const ExecutionGraph& graph, const HappensBefore& happens_before) {
  ++examined_;
  for (std::size_t t = 0; t < graph.thread_count() && !is_done(); ++t) {
    const std::span<const EventId> events = graph.events_of(ThreadId(t));
    for (std::size_t at = 0; at < events.size(); ++at) {
      const auto sides = sides_.find(graph.event(events[at]).label.source);
      if (sides == sides_.end()) continue;
      for (const auto& [order, side] : sides->second) {
        if (found_.contains(order) || is_inside(graph, events, at, order)) continue;
        if (is_evidence(graph, events, at, order, happens_before)) found_.insert(order);
      }
    }
  }
}

// True if the event is in the same evaluation as the one before it. The next evaluation begins with
// the first part.
bool OpenOrderCheck::is_inside(const ExecutionGraph& graph, std::span<const EventId> events,
                               std::size_t at, std::uint32_t order) const {
  if (at == 0 || !is_in(graph.event(events[at - 1]), order)) return false;
  return is_in(graph.event(events[at - 1]), order, Side::First) ||
         is_in(graph.event(events[at]), order, Side::Second);
}

// For the evaluation that begins with events[start].
bool OpenOrderCheck::is_evidence(const ExecutionGraph& graph, std::span<const EventId> events,
                                 std::size_t start, std::uint32_t order,
                                 const HappensBefore& happens_before) const {
  std::size_t end = start + 1;
  while (end < events.size() && is_in(graph.event(events[end]), order) &&
         is_inside(graph, events, end, order)) {
    ++end;
  }
  const EventId before =
      start == 0 ? graph.spawn_of(graph.event(events[start]).thread) : events[start - 1];
  const auto evaluation = events.subspan(start, end - start);
  const std::size_t middle = begin_of_second(graph, evaluation, order);
  return std::ranges::any_of(evaluation.first(middle), [&](EventId first) {
    return is_in(graph.event(first), order, Side::First) &&
           std::ranges::any_of(evaluation.subspan(middle), [&](EventId second) {
             return is_in(graph.event(second), order, Side::Second) &&
                    matters(graph, first, second, before, happens_before);
           });
  });
}

// A function that both parts call has the same places in both.
std::size_t OpenOrderCheck::begin_of_second(const ExecutionGraph& graph,
                                            std::span<const EventId> events,
                                            std::uint32_t order) const {
  const auto is_start = [&](std::size_t i) {
    return graph.event(events[i]).label.source == starts_[order];
  };
  for (std::size_t last = events.size(); last-- > 0;) {
    if (!is_start(last)) continue;
    // The copy of a struct is several accesses at one place.
    std::size_t begin = last;
    while (begin > 0 && is_start(begin - 1)) --begin;
    return begin > 0 ? begin : last;
  }
  const auto second = std::ranges::find_if(events, [&](EventId id) {
    const Event& event = graph.event(id);
    return is_in(event, order, Side::Second) && !is_in(event, order, Side::First);
  });
  return static_cast<std::size_t>(second - events.begin());
}

bool OpenOrderCheck::matters(const ExecutionGraph& graph, EventId first, EventId second,
                             EventId before, const HappensBefore& happens_before) const {
  if (conflict(graph.event(first).label, graph.event(second).label)) return true;
  return has_concurrent_conflict(graph, first, before, happens_before) &&
         has_concurrent_conflict(graph, second, before, happens_before);
}

}  // namespace drover
