#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/explain/explanation.h"
#include "explorer/graph/relation.h"

namespace drover::explain {

// The locations of the cells that an outcome mentions.
using ObservedLocations = std::vector<LocationId>;

// Returns the write that the final state requires to be last, but that is not under `model`.
// Nothing for models with coherence.
[[nodiscard]] std::optional<OverwrittenWrite> find_overwritten(const MemoryModel& model,
                                                               const ExecutionGraph& candidate,
                                                               const ObservedLocations& observed);

// True if `model` accepts the candidate with its final state.
[[nodiscard]] bool allows(const MemoryModel& model, const ExecutionGraph& candidate,
                          const ObservedLocations& observed);

// Explains why `model` accepts none of the first `limit` candidates: each axiom and cycle shape
// once, shortest first.
[[nodiscard]] std::vector<Reason> find_reasons(const MemoryModel& model,
                                               std::span<const Candidate> candidates,
                                               const ObservedLocations& observed,
                                               std::size_t limit);

// Returns the shortest reason against one candidate, which must be forbidden.
[[nodiscard]] Reason shortest_reason(const MemoryModel& model,
                                     std::span<const Candidate> candidates, std::size_t candidate,
                                     const ObservedLocations& observed);

// Returns the kinds of the edges and events on a cycle, independent of the starting event.
[[nodiscard]] std::string shape_of(const std::vector<CycleEdge>& cycle,
                                   const ExecutionGraph& graph);

// Returns the pairs on the cycle, of base relations and of the model's named relations, such that
// removing any one makes the graph consistent. In the order of the steps, a pair before its parts;
// inverses are named forwards; no duplicates.
[[nodiscard]] std::vector<CycleEdge> find_removable(const MemoryModel& model,
                                                    const ExecutionGraph& graph,
                                                    const Violation& violation);

// Returns the shortest path between two events in a union of relations; empty if there is none.
[[nodiscard]] std::vector<CycleEdge> shortest_path(
    const std::vector<std::pair<std::string_view, const Relation*>>& relations, std::size_t size,
    EventId from, EventId to);

}  // namespace drover::explain
