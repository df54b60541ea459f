#pragma once

#include <functional>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/program/error_fact.h"
#include "semantics/program/error_kind.h"
#include "semantics/program/value.h"
#include "support/strong_id.h"

namespace drover {

// Something wrong with one execution that is visible in its graph.
struct GraphError {
  ErrorKind kind = ErrorKind::Memory;
  FactKind what = FactKind::None;
  EventId first;   // the event that is wrong; of a race, the access inserted earlier
  EventId second;  // the other event involved (other access, allocation, free), or none()

  bool operator==(const GraphError&) const = default;
};

// Labels name locations; memory errors need the address of a location.
using AddressOf = std::function<Value(LocationId)>;

// [RCMC] Def. 3.10: conflicting accesses, one of them non-atomic, not ordered by
// `happens_before`. In event order.
[[nodiscard]] std::vector<GraphError> find_races(const ExecutionGraph& graph,
                                                 const Relation& happens_before);

// Happens-before of a C program under a model that has none of its own: every atomic read
// synchronises with the write that it reads.
[[nodiscard]] Relation order_by_atomics(const ExecutionGraph& graph);

// [SPORE] Def. D.2 for the heap: accesses to and frees of memory that is not allocated,
// frees of what is not the start of an allocation, double frees, uses after free. Freeing
// null does nothing, as in C. In event order.
[[nodiscard]] std::vector<GraphError> find_memory_errors(const ExecutionGraph& graph,
                                                         const Relation& happens_before,
                                                         const AddressOf& address_of);

// Joins of a thread that another one has joined: of two, the one that comes later in its thread, or
// by spawn and join, or is of a later thread, is wrong.
[[nodiscard]] std::vector<GraphError> find_double_joins(const ExecutionGraph& graph);

}  // namespace drover
