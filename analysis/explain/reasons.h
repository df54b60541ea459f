#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/explain/explanation.h"

namespace drover::explain {

// The cells that an outcome speaks of: their addresses are locations of the candidates.
using ObservedLocations = std::vector<LocationId>;

// The write that must be the last of its location for the final state, but is not for `model`.
// Nothing under models with coherence.
[[nodiscard]] std::optional<OverwrittenWrite> find_overwritten(const MemoryModel& model,
                                                               const ExecutionGraph& candidate,
                                                               const ObservedLocations& observed);

// Whether `model` accepts the candidate together with the final state that it stands for.
[[nodiscard]] bool allows(const MemoryModel& model, const ExecutionGraph& candidate,
                          const ObservedLocations& observed);

// Why `model` accepts none of the first `limit` candidates: each axiom and shape of a cycle once,
// shortest first.
[[nodiscard]] std::vector<Reason> find_reasons(const MemoryModel& model,
                                               std::span<const Candidate> candidates,
                                               const ObservedLocations& observed,
                                               std::size_t limit);

// The shortest reason against one candidate; it must not be allowed.
[[nodiscard]] Reason shortest_reason(const MemoryModel& model,
                                     std::span<const Candidate> candidates, std::size_t candidate,
                                     const ObservedLocations& observed);

// The kinds of the edges and of the events on a cycle, the same wherever one begins to read.
[[nodiscard]] std::string shape_of(const std::vector<CycleEdge>& cycle,
                                   const ExecutionGraph& graph);

// The pairs on the cycle, of base relations and of those that the model names, of which any one,
// were it missing, would make the graph consistent. In the order of the steps, a pair before its
// parts; inverses are named forwards; none twice.
[[nodiscard]] std::vector<CycleEdge> find_removable(const MemoryModel& model,
                                                    const ExecutionGraph& graph,
                                                    const Violation& violation);

}  // namespace drover::explain
