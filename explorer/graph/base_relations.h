#pragma once

#include "explorer/graph/event_set.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/relation.h"
#include "semantics/program/label.h"
#include "semantics/program/mode.h"

namespace drover {

// Returns the mode that a model gives to a label: each model interprets `Plain` itself.
using ModeOf = Mode (*)(const Label& label);

// rc11, rc20, wrc11: accesses and fences without a mode are sequentially consistent.
[[nodiscard]] Mode plain_is_sc(const Label& label);
// Other models: only fences without a mode are; plain accesses have no mode.
[[nodiscard]] Mode plain_fence_is_sc(const Label& label);

// The classes of events in models, [RCMC] Def. 3.3.
struct EventClasses {
  EventSet events;
  EventSet accesses;
  EventSet reads;
  EventSet writes;
  EventSet fences;
  EventSet initial_writes;
  EventSet exclusive_reads;   // including those whose write is not added yet
  EventSet exclusive_writes;  // second halves of read-modify-writes
  EventSet failed_reads;      // of compare-and-swaps that fail
  EventSet at_least_rlx;      // by the model's modes, fences included
  EventSet at_least_acq;
  EventSet at_least_rel;
  EventSet sc;
};

// The sets and relations of a graph (base_values.h), all at once, for code outside of models.
struct BaseRelations : EventClasses {
  Relation po;  // events of the same thread (initial writes have none)
  // Initial writes, then the init thread, then the workers, then the final thread; the events
  // before a spawn, then the thread, then the events after its join.
  Relation sync;
  Relation rf;
  Relation co;
  Relation fr;   // rf^-1 ; co
  Relation rmw;  // from the exclusive read to its write, directly after it

  Relation same_location;  // accesses only; reflexive on them
  Relation same_thread;    // reflexive on events of threads
};

[[nodiscard]] BaseRelations base_relations(const ExecutionGraph& graph, ModeOf mode_of);
}  // namespace drover
