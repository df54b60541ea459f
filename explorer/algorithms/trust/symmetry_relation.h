#pragma once

#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/passes/symmetry.h"
#include "semantics/program/location_table.h"

namespace drover::trust {

// symb of [SPORE] §3.2 as a relation on a whole graph, for those who look at executions one by
// one. trust/symmetry.h says what it is, where it differs from the paper, and finds the same
// step by step.
[[nodiscard]] Relation symmetry_before(const ExecutionGraph& graph, const LocationTable& locations,
                                       const std::vector<passes::SymmetricThreads>& groups);

// Whether symb ; eco is reflexive: of the executions that differ only in which of the symmetric
// threads is which, this is not the one that is explored. Only of graphs with coherence.
[[nodiscard]] bool contradicts_eco(const ExecutionGraph& graph, const LocationTable& locations,
                                   const Relation& symmetry_before);

}  // namespace drover::trust
