#include "explorer/cat/general/event_view.h"

#include <span>
#include <utility>

#include "explorer/cat/general/predefined.h"

namespace drover::cat::general {

Family family_of(std::string_view architecture) {
  if (architecture.empty()) return Family::Core;
  if (architecture == "C") return Family::C;
  if (architecture == "LKMM") return Family::Kernel;
  return Family::Machine;
}

EventView::EventView(std::string architecture)
    : architecture_(std::move(architecture)), family_(family_of(architecture_)) {}

bool EventView::is_second_half(EventId event) const {
  const Event& write = graph_->event(event);
  if (write.is_initial() || !write.label.is_write() || !write.label.is_exclusive_write ||
      write.index == 0) {
    return false;
  }
  return graph_->event(graph_->events_of(write.thread)[write.index - 1]).is_exclusive_read;
}

void EventView::set_events(const ExecutionGraph& graph) {
  graph_ = &graph;
  place_.clear();
  events_.clear();
  of_events_.clear();
  of_edges_.clear();
  for (std::size_t i = 0; i < graph.size(); ++i) {
    const EventId event(i);
    const bool is_one_event = family_ == Family::C || graph.event(event).label.is_fused;
    if (is_one_event && is_second_half(event)) {
      const Event& write = graph.event(event);
      place_.push_back(place_[graph.events_of(write.thread)[write.index - 1].value]);
      continue;
    }
    place_.emplace_back(events_.size());
    events_.push_back(event);
  }
}

void EventView::set_edges(const ExecutionGraph& graph) {
  graph_ = &graph;
  of_edges_.clear();
}

std::optional<EventView::Found> EventView::find_tagged(std::string_view name) const {
  const std::optional<Tag> tag = find_tag(name, architecture_);
  if (!tag) return std::nullopt;
  EventSet out(size());
  const std::span<const Event> events = graph_->events();
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].label.tags.contains(*tag)) out.insert(at(EventId(i)));
  }
  return Found{of_set(std::move(out)), true};
}

std::optional<EventView::Found> EventView::find(std::string_view name) {
  const Predefined* row = find_predefined(name, architecture_);
  if (row == nullptr) return find_tagged(name);
  const bool is_static = row->source == Source::Events;
  auto& known = is_static ? of_events_ : of_edges_;
  auto found = known.find(name);
  if (found == known.end()) found = known.emplace(std::string(name), row->make(*this)).first;
  return Found{found->second, is_static};
}

}  // namespace drover::cat::general
