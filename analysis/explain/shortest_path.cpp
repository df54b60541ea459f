#include "analysis/explain/shortest_path.h"

#include <algorithm>
#include <optional>
#include <string>

namespace drover::explain {

std::vector<CycleEdge> shortest_path(
    const std::vector<std::pair<std::string_view, const Relation*>>& relations, std::size_t size,
    EventId from, EventId to) {
  std::vector<std::optional<CycleEdge>> reached(size);
  std::vector<EventId> queue{from};
  for (std::size_t next = 0; next < queue.size() && !reached[to.value]; ++next) {
    for (const auto& [name, relation] : relations) {
      relation->for_each_successor(queue[next], [&, at = queue[next], edge = name](EventId event) {
        if (event == from || reached[event.value]) return;
        reached[event.value] = CycleEdge{at, std::string(edge), event};
        queue.push_back(event);
      });
    }
  }
  std::vector<CycleEdge> path;
  for (EventId at = to; at != from && reached[at.value]; at = path.back().from) {
    path.push_back(*reached[at.value]);
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace drover::explain
