#include "explorer/findings/open_orders.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

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

// True if the first of these events that accesses the location writes it.
bool is_written_first(const ExecutionGraph& graph, std::span<const EventId> events,
                      LocationId location) {
  const auto first = std::ranges::find_if(events, [&](EventId id) {
    const Label& label = graph.event(id).label;
    return label.is_access() && label.location == location;
  });
  return first == events.end() || graph.event(*first).label.is_write();
}

// True if another thread than that of the events accesses the location.
bool is_shared(const ExecutionGraph& graph, ThreadId thread, LocationId location) {
  return std::ranges::any_of(graph.ids(), [&](EventId id) {
    const Event& event = graph.event(id);
    return !event.is_initial() && event.thread != thread && event.label.is_access() &&
           event.label.location == location;
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

void OpenOrderCheck::examine(const ExecutionGraph& graph, const HappensBefore& compute) {
  std::size_t cost = 1;
  const auto happens_before = [&]() -> const Relation& {
    cost = CostOfOrder;
    return compute();
  };
  for (std::size_t t = 0; t < graph.thread_count() && !is_done(); ++t) {
    // The parts may have other events, too.
    std::vector<EventId> events;
    std::ranges::copy_if(graph.events_of(ThreadId(t)), std::back_inserter(events),
                         [&](EventId id) { return graph.event(id).label.is_access(); });
    for (std::size_t at = 0; at < events.size(); ++at) {
      const auto sides = sides_.find(graph.event(events[at]).label.source);
      if (sides == sides_.end()) continue;
      for (const auto& [order, side] : sides->second) {
        if (found_.contains(order) || is_inside(graph, events, at, order)) continue;
        if (is_evidence(graph, events, at, order, happens_before)) found_.insert(order);
      }
    }
  }
  examined_ = std::min(examined_ + cost, MaxExamined);
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
  const ThreadId thread = graph.event(events[start]).thread;
  const auto all = graph.events_of(thread);
  const auto begin = std::ranges::find(all, events[start]);
  const EventId before = begin == all.begin() ? graph.spawn_of(thread) : *std::prev(begin);
  const auto evaluation = events.subspan(start, end - start);
  const std::size_t middle = begin_of_second(graph, evaluation, order);
  // As for a local variable of a function that both parts call: neither part, nor what comes later,
  // reads what the other part has written.
  const auto is_reused = [&](LocationId location) {
    return is_written_first(graph, evaluation.first(middle), location) &&
           is_written_first(graph, evaluation.subspan(middle), location) &&
           is_written_first(graph, events.subspan(end), location) &&
           !is_shared(graph, thread, location);
  };
  return std::ranges::any_of(evaluation.first(middle), [&](EventId first) {
    const Label& label = graph.event(first).label;
    return is_in(graph.event(first), order, Side::First) &&
           std::ranges::any_of(evaluation.subspan(middle), [&](EventId second) {
             if (!is_in(graph.event(second), order, Side::Second)) return false;
             if (conflict(label, graph.event(second).label)) return !is_reused(label.location);
             return has_concurrent_conflict(graph, first, before, happens_before) &&
                    has_concurrent_conflict(graph, second, before, happens_before);
           });
  });
}

// A function that both parts call has the same places in both.
std::size_t OpenOrderCheck::begin_of_second(const ExecutionGraph& graph,
                                            std::span<const EventId> events,
                                            std::uint32_t order) const {
  const auto is_of_both = [&](EventId id) {
    return is_in(graph.event(id), order, Side::First) &&
           is_in(graph.event(id), order, Side::Second);
  };
  if (std::ranges::all_of(events, is_of_both)) {
    // Two calls of one function; or a call of it elsewhere.
    const auto code_of = [&](EventId id) {
      const Label& label = graph.event(id).label;
      return std::pair(label.source, label.kind);
    };
    const std::size_t half = events.size() / 2;
    const bool is_twice =
        std::ranges::equal(events.first(half), events.subspan(half), {}, code_of, code_of);
    return is_twice ? half : events.size();
  }
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

}  // namespace drover
