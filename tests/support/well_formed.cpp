#include "tests/support/well_formed.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "explorer/graph/base_values.h"
#include "support/format.h"

namespace drover {

namespace {

using Complaint = std::optional<std::string>;

Complaint check_program_order(const ExecutionGraph& graph) {
  std::size_t counted = 0;
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    const std::span<const EventId> order = graph.events_of(ThreadId(t));
    counted += order.size();
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i].value >= graph.size()) return format("po-dense: thread {} has a lost event", t);
      const Event& event = graph.event(order[i]);
      if (event.thread != ThreadId(t) || event.index != i) {
        return format("po-dense: event {} is not number {} of thread {}", order[i].value, i, t);
      }
      if (i > 0 && order[i] < order[i - 1]) {
        return format("po-dense: event {} was inserted before its predecessor", order[i].value);
      }
    }
  }
  const auto initial = std::ranges::count_if(graph.events(), &Event::is_initial);
  if (counted + static_cast<std::size_t>(initial) != graph.size()) {
    return "po-dense: an event is in no thread";
  }
  return std::nullopt;
}

Complaint check_location(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  if (!event.label.is_access()) return std::nullopt;
  const EventId initial = graph.initial_write(event.label.location);
  if (initial.is_none() || !graph.event(initial).is_initial() ||
      graph.event(initial).label.location != event.label.location) {
    return format("initial: the location of event {} has no initial write", id.value);
  }
  if (event.is_initial() && initial != id) {
    return format("initial: event {} is a second initial write", id.value);
  }
  if (event.label.is_write() && event.value != event.label.value) {
    return format("write-value: event {} writes {}, its label {}", id.value, event.value,
                  event.label.value);
  }
  return std::nullopt;
}

Complaint check_read(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  if (event.reads_from.is_none()) return std::nullopt;
  if (!event.label.is_read() || event.reads_from.value >= graph.size()) {
    return format("rf: event {} cannot read from {}", id.value, event.reads_from.value);
  }
  const Event& writer = graph.event(event.reads_from);
  if (!writer.label.is_write() || writer.label.location != event.label.location) {
    return format("rf: event {} reads from {}, which is not a write to its location", id.value,
                  event.reads_from.value);
  }
  if (writer.value != event.value) {
    return format("rf-value: event {} reads {}, but {} was written", id.value, event.value,
                  writer.value);
  }
  Label label = event.label;
  label.mode = event.declared_mode;
  if (event.is_exclusive_read != label.exclusive.contains(event.value) ||
      event.is_failed_exclusive != label.fails_when_reading(event.value) ||
      event.label.mode != label.mode_when_reading(event.value)) {
    return format("exclusive: event {} does not have the kind and mode of the value it reads",
                  id.value);
  }
  return std::nullopt;
}

Complaint check_read_modify_writes(const ExecutionGraph& graph, ThreadId thread) {
  const std::span<const EventId> order = graph.events_of(thread);
  for (const EventId id : order) {
    const Event& event = graph.event(id);
    if (event.label.is_write() && event.label.is_exclusive_write && !is_second_half(graph, id)) {
      return format("rmw: event {} is an exclusive write without its read", id.value);
    }
    // The parts of its write follow those of a read that is cut.
    const std::size_t behind = event.index + std::size_t{event.label.part.count};
    if (!event.is_exclusive_read || behind >= order.size()) continue;
    const bool is_its_write = first_half_of(graph, order[behind]) == id;
    if (!is_its_write || graph.event(order[behind]).label.location != event.label.location) {
      return format("rmw: event {} follows an exclusive read and is not its write",
                    order[behind].value);
    }
  }
  return std::nullopt;
}

Complaint check_coherence(const ExecutionGraph& graph, LocationId location) {
  const std::span<const EventId> order = graph.coherence(location);
  if (order.empty() || order[0] != graph.initial_write(location)) {
    return format("co: the order of location {} does not begin with its initial write",
                  location.value);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Label& label = graph.event(order[i]).label;
    if (!label.is_write() || label.location != location) {
      return format("co: event {} is not a write to location {}", order[i].value, location.value);
    }
    if (std::ranges::count(order, order[i]) != 1) {
      return format("co: event {} has two places", order[i].value);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_ill_formedness(const ExecutionGraph& graph) {
  if (Complaint complaint = check_program_order(graph)) return complaint;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (Complaint complaint = check_location(graph, EventId(i))) return complaint;
    if (Complaint complaint = check_read(graph, EventId(i))) return complaint;
  }
  for (std::size_t t = 0; t < graph.thread_count(); ++t) {
    if (Complaint complaint = check_read_modify_writes(graph, ThreadId(t))) return complaint;
  }
  for (const LocationId location : graph.locations()) {
    if (Complaint complaint = check_coherence(graph, location)) return complaint;
  }
  return std::nullopt;
}

}  // namespace drover
