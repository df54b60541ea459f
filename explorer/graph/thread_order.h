#pragma once

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"

namespace drover {

// Which events come before which by spawn and join, and by what program order adds to it: pairs of
// different threads of a graph that has spawns. What roles and initial writes add is not in it.
[[nodiscard]] Relation spawn_order(const ExecutionGraph& graph);

// The same with roles: of events that are not initial writes, which come before which in
// (po ∪ sync)+. Asked for pairs; of a graph without spawns nothing is computed.
class ThreadOrder {
 public:
  // `graph` must outlive it, and stay as it is.
  explicit ThreadOrder(const ExecutionGraph& graph);

  [[nodiscard]] bool is_before(EventId first, EventId second) const;

 private:
  const ExecutionGraph& graph_;
  Relation spawned_;
};

}  // namespace drover
