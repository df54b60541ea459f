#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover::drawing {

// Returns the pairs of a relation that are worth an edge, in order. The others follow from them.
//  - fr: to the coherence successor of the source, if there is coherence, unless that write is
//    later in the same thread;
//  - sw: pairs that do not follow from program order and other pairs, as happens-before;
//  - a relation that strictly contains program order: pairs that are not program order;
//  - a relation that is transitive, or closed under program order on both sides: pairs without a
//    detour through another event (the transitive reduction);
//  - every other relation, and every cyclic relation: all pairs.
// No pair of an event with itself.
[[nodiscard]] std::vector<std::pair<EventId, EventId>> useful_pairs(const ExecutionGraph& graph,
                                                                    std::string_view name,
                                                                    const Relation& relation);

}  // namespace drover::drawing
