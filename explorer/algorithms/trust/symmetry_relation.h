#pragma once

#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/location_table.h"

namespace drover::trust {

// Returns symb of [SPORE] §3.2 as a relation on a whole graph, for code that examines single
// executions. trust/symmetry.h defines it, says where it differs from the paper, and computes it
// incrementally.
[[nodiscard]] Relation symmetry_before(const ExecutionGraph& graph, const LocationTable& locations,
                                       const std::vector<passes::SymmetricThreads>& groups);

// True if symb ; eco is reflexive: another permutation of the symmetric threads is explored instead
// of this execution. Only for graphs with coherence.
[[nodiscard]] bool contradicts_eco(const ExecutionGraph& graph, const LocationTable& locations,
                                   const Relation& symmetry_before);

}  // namespace drover::trust
