#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover::drawing {

// The pairs of a relation that are worth an edge: the others follow from them. In order.
//  - fr: to the write that comes next after the one that was read, where coherence says which,
//    unless that write is a later one of the same thread;
//  - sw: those that do not follow from program order and others, as happens-before;
//  - of a relation that contains program order, and more: those that are not program order;
//  - of a relation that stays what it is when program order is put before and after it, or
//    that is transitive: those that are not a detour through an event between (the transitive
//    reduction);
//  - of every other relation, and of every cyclic one: all.
// No pair of an event with itself.
[[nodiscard]] std::vector<std::pair<EventId, EventId>> useful_pairs(const ExecutionGraph& graph,
                                                                    std::string_view name,
                                                                    const Relation& relation);

}  // namespace drover::drawing
