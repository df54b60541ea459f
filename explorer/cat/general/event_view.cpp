#include "explorer/cat/general/event_view.h"

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

void EventView::set_events(const ExecutionGraph& graph) {
  base_.set_events(graph, family_ == Family::C ? UpdateEvents::One : UpdateEvents::Two);
  of_events_.clear();
  of_edges_.clear();
}

void EventView::set_edges(const ExecutionGraph& graph) {
  base_.set_edges(graph);
  of_edges_.clear();
}

std::optional<EventView::Found> EventView::find(std::string_view name) {
  const Predefined* row = find_predefined(name, architecture_);
  if (row == nullptr) {
    const std::optional<Tag> tag = find_tag(name, architecture_);
    if (!tag) return std::nullopt;
    return Found{of_set(base_.set(base_of(*tag))), true};
  }
  const bool is_static = row->source == Source::Events;
  auto& known = is_static ? of_events_ : of_edges_;
  auto found = known.find(name);
  if (found == known.end()) found = known.emplace(std::string(name), row->make(*this)).first;
  return Found{found->second, is_static};
}

}  // namespace drover::cat::general
