#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/explain/explanation.h"
#include "explorer/graph/relation.h"

namespace drover::explain {

// Returns the shortest path between two events in a union of relations; empty if there is none.
[[nodiscard]] std::vector<CycleEdge> shortest_path(
    const std::vector<std::pair<std::string_view, const Relation*>>& relations, std::size_t size,
    EventId from, EventId to);

}  // namespace drover::explain
