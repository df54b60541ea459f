#pragma once

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover {

// Returns the order by spawn and join, combined with program order: pairs of different threads of a
// graph that has spawns. The order by roles and initial writes is not included.
[[nodiscard]] Relation spawn_order(const ExecutionGraph& graph);

// The order of events other than initial writes in (po ∪ sync)+: by program order, roles, spawn and
// join. Answers single pairs; for a graph without spawns nothing is precomputed.
class ThreadOrder {
 public:
  // `graph` must outlive this, and must not change.
  explicit ThreadOrder(const ExecutionGraph& graph);

  [[nodiscard]] bool is_before(EventId first, EventId second) const;

 private:
  const ExecutionGraph& graph_;
  Relation spawned_;
};

}  // namespace drover
