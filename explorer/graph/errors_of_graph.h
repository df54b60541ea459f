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

// An error of one execution that its graph shows.
struct GraphError {
  ErrorKind kind = ErrorKind::Memory;
  FactKind what = FactKind::None;
  EventId first;   // the wrong event; for a race, the access inserted earlier
  EventId second;  // the other event involved (other access, allocation, free), or none()

  bool operator==(const GraphError&) const = default;
};

// Labels name locations; memory errors need the address of a location, or of its last byte.
using AddressOf = std::function<Value(LocationId)>;

// [RCMC] Def. 3.10: returns conflicting accesses, one of them non-atomic, that `happens_before`
// does not order. In event order.
[[nodiscard]] std::vector<GraphError> find_races(const ExecutionGraph& graph,
                                                 const Relation& happens_before);

// Returns happens-before of a C program under a model without its own: every atomic read
// synchronises with its source.
[[nodiscard]] Relation order_by_atomics(const ExecutionGraph& graph);

// [SPORE] Def. D.2 for the heap: returns accesses to and frees of unallocated memory, frees of an
// address that is not the start of an allocation, double frees, and uses after free. Freeing null
// does nothing, as in C. In event order.
[[nodiscard]] std::vector<GraphError> find_memory_errors(const ExecutionGraph& graph,
                                                         const Relation& happens_before,
                                                         const AddressOf& address_of);

// Returns joins of a thread that is joined twice. Of two joins, the wrong one is later in its
// thread, or by spawn and join, or in a later thread.
[[nodiscard]] std::vector<GraphError> find_double_joins(const ExecutionGraph& graph);

}  // namespace drover
