#pragma once

#include "explorer/graph/event_set.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/program/label.h"
#include "semantics/program/mode.h"

namespace drover {

// Returns the mode of a label under rc11, rc20 and wrc11: accesses and fences without a mode are
// sequentially consistent.
[[nodiscard]] Mode plain_is_sc(const Label& label);

// The relations of a graph (base_values.h), all at once, for code outside of models.
struct BaseRelations {
  EventSet events;
  Relation po;  // events of the same thread (initial writes have none)
  // Initial writes, then the init thread, then the workers, then the final thread; the events
  // before a spawn, then the thread, then the events after its join.
  Relation sync;
  Relation rf;
  Relation co;
  Relation fr;   // rf^-1 ; co
  Relation rmw;  // from the exclusive read to its write, directly after it

  Relation same_location;  // accesses only; reflexive on them
};

[[nodiscard]] BaseRelations base_relations(const ExecutionGraph& graph);

}  // namespace drover
