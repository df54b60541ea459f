#include "explorer/graph/event_names.h"

#include "support/format.h"

namespace drover {

std::string letter_of(std::size_t number) {
  constexpr std::size_t Letters = 26;
  std::string name;
  for (++number; number > 0; number = (number - 1) / Letters) {
    name.insert(name.begin(), static_cast<char>('a' + (number - 1) % Letters));
  }
  return name;
}

std::string event_letter(const ExecutionGraph& graph, EventId event) {
  const Event& named = graph.event(event);
  if (named.is_initial()) return "";
  std::size_t number = named.index;
  for (std::size_t t = 0; t < named.thread.value; ++t)
    number += graph.events_of(ThreadId(t)).size();
  return letter_of(number);
}

std::string event_name(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  const Event& named = graph.event(event);
  if (named.is_initial()) return format("init {}", names.location(named.label.location));
  return event_letter(graph, event);
}

std::string event_and_place(const ExecutionGraph& graph, EventId event, const GraphNames& names) {
  const std::string name = event_name(graph, event, names);
  const Event& named = graph.event(event);
  return named.is_initial() ? name : format("{} ({})", name, describe_place(named, names));
}

}  // namespace drover
