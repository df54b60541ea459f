#include "explorer/graph/execution_graph.h"

#include <algorithm>
#include <utility>

#include "semantics/program/address.h"
#include "support/check.h"

namespace drover {

ExecutionGraph::ExecutionGraph(std::vector<ThreadRole> roles)
    : roles_(std::move(roles)), threads_(roles_.size()), spawns_(roles_.size()) {}

EventId ExecutionGraph::synchronised_with(EventId id) const {
  const Event& event = events_[id.value];
  if (event.is_initial()) return EventId::none();
  if (event.label.kind == LabelKind::Join) {
    const ThreadId joined = address::thread_of(event.label.value);
    const std::vector<EventId>& events = threads_[joined.value];
    return events.empty() ? spawns_[joined.value] : events.back();
  }
  return event.index == 0 ? spawns_[event.thread.value] : EventId::none();
}

std::span<const EventId> ExecutionGraph::events_of(ThreadId thread) const {
  return threads_[thread.value];
}

ExecutionGraph::LocationState& ExecutionGraph::state_of(LocationId location) {
  DROVER_CHECK(location.value < locations_.size() && !locations_[location.value].initial.is_none(),
               "a location has an initial write before it is accessed");
  return locations_[location.value];
}

// Initial writes are non-atomic, [RCMC] Def. 3.4.
EventId ExecutionGraph::ensure_initial_write(LocationId location, Value initial_value,
                                             TagSet tags) {
  DROVER_CHECK(!location.is_none(), "an access has a location");
  if (location.value >= locations_.size()) locations_.resize(location.value + std::size_t{1});
  LocationState& state = locations_[location.value];
  if (!state.initial.is_none()) return state.initial;

  const EventId id(events_.size());
  Event& event = events_.emplace_back();
  event.index = location.value;
  event.label.kind = LabelKind::Write;
  event.label.mode = Mode::Na;
  event.label.location = location;
  event.label.value = initial_value;
  event.declared_mode = Mode::Na;
  event.label.tags = event.declared_tags = tags;
  event.value = initial_value;
  state.initial = id;
  state.coherence.push_back(id);
  state.writes.push_back(id);
  return id;
}

EventId ExecutionGraph::initial_write(LocationId location) const {
  if (location.value >= locations_.size()) return EventId::none();
  return locations_[location.value].initial;
}

EventId ExecutionGraph::add(ThreadId thread, NodeId node, const Label& label) {
  DROVER_CHECK(is_event(label.kind), "labels that end a thread are not events");
  const EventId id(events_.size());
  if (label.is_write()) {
    state_of(label.location).writes.push_back(id);
  } else if (label.is_read()) {
    DROVER_CHECK(!initial_write(label.location).is_none(),
                 "a location has an initial write before it is accessed");
  }
  std::vector<EventId>& order = threads_[thread.value];
  Event& event = events_.emplace_back();
  event.thread = thread;
  event.index = static_cast<std::uint32_t>(order.size());
  event.node = node;
  event.label = label;
  event.declared_mode = label.mode;
  event.declared_tags = label.tags;
  if (label.is_write()) event.value = label.value;
  if (label.kind == LabelKind::Spawn || label.kind == LabelKind::Join) {
    ++spawn_count_;
    if (label.kind == LabelKind::Spawn) spawns_[address::thread_of(label.value).value] = id;
  }
  order.push_back(id);
  return id;
}

void ExecutionGraph::set_reads_from(EventId read, EventId write) {
  DROVER_CHECK(events_[write.value].label.is_write() &&
                   events_[write.value].label.location == events_[read.value].label.location,
               "a read reads from a write of its location");
  set_read_value(read, events_[write.value].value);
  events_[read.value].reads_from = write;
}

void ExecutionGraph::set_read_value(EventId read, Value value) {
  Event& event = events_[read.value];
  DROVER_CHECK(event.label.returns_value(), "reads read a value, choices and joins have one");
  event.reads_from = EventId::none();
  event.value = value;
  event.is_exclusive_read = event.label.exclusive.contains(value);
  event.is_failed_exclusive = event.label.fails_when_reading(value);
  event.label.mode = event.declared_mode;
  event.label.mode = event.label.mode_when_reading(value);
  event.label.tags = event.declared_tags;
  event.label.tags = event.label.tags_when_reading(value);
}

void ExecutionGraph::clear_reads_from(EventId read) {
  Event& event = events_[read.value];
  event.reads_from = EventId::none();
  event.value = 0;
  event.is_exclusive_read = false;
  event.is_failed_exclusive = false;
  event.label.mode = event.declared_mode;
  event.label.tags = event.declared_tags;
}

std::span<const EventId> ExecutionGraph::coherence(LocationId location) const {
  if (location.value >= locations_.size()) return {};
  return locations_[location.value].coherence;
}

void ExecutionGraph::insert_coherence(EventId write, std::size_t position) {
  std::vector<EventId>& order = state_of(events_[write.value].label.location).coherence;
  DROVER_CHECK(position >= 1 && position <= order.size(),
               "a write comes after the initial write of its location");
  order.insert(order.begin() + static_cast<std::ptrdiff_t>(position), write);
}

void ExecutionGraph::erase_coherence(EventId write) {
  std::vector<EventId>& order = state_of(events_[write.value].label.location).coherence;
  const auto place = std::find(order.rbegin(), order.rend(), write);
  if (place != order.rend()) order.erase(std::next(place).base());
}

EventId ExecutionGraph::coherence_maximal(LocationId location) const {
  const std::span<const EventId> order = coherence(location);
  return order.empty() ? EventId::none() : order.back();
}

std::vector<LocationId> ExecutionGraph::locations() const {
  std::vector<LocationId> named;
  for (std::size_t i = 0; i < locations_.size(); ++i) {
    if (!locations_[i].initial.is_none()) named.emplace_back(i);
  }
  return named;
}

std::span<const EventId> ExecutionGraph::writes_to(LocationId location) const {
  if (location.value >= locations_.size()) return {};
  return locations_[location.value].writes;
}

void ExecutionGraph::remove_last() {
  DROVER_CHECK(!events_.empty(), "there is an event to remove");
  const EventId last(events_.size() - 1);
  const Event& event = events_.back();
  if (event.label.is_write()) {
    DROVER_DCHECK(
        std::ranges::none_of(events_, [&](const Event& e) { return e.reads_from == last; }),
        "no read reads from a write that is removed");
    LocationState& state = locations_[event.label.location.value];
    erase_coherence(last);
    DROVER_CHECK(state.writes.back() == last, "writes are in insertion order");
    state.writes.pop_back();
    if (event.is_initial()) state.initial = EventId::none();
  }
  if (event.label.kind == LabelKind::Spawn || event.label.kind == LabelKind::Join) {
    --spawn_count_;
    if (event.label.kind == LabelKind::Spawn) {
      spawns_[address::thread_of(event.label.value).value] = EventId::none();
    }
  }
  if (!event.is_initial()) threads_[event.thread.value].pop_back();
  events_.pop_back();
}

}  // namespace drover
