#pragma once

#include "explorer/graph/base_relations.h"
#include "explorer/graph/base_values.h"

namespace drover::testing {

// The relations of a graph with the classes of events, [RCMC] Def. 3.3. Accesses and fences without
// a mode are sequentially consistent.
struct EventClasses : BaseRelations {
  explicit EventClasses(const ExecutionGraph& graph) : BaseRelations(base_relations(graph)) {
    BaseValues values;
    values.set_events(graph, UpdateEvents::AsInGraph);
    reads = values.set(Base::Reads);
    writes = values.set(Base::Writes);
    fences = values.set(Base::Fences);
    accesses = reads | writes;
    initial_writes = values.set(Base::InitialWrites);
    exclusive_reads = values.set(Base::Rmw) & reads;
    exclusive_writes = values.set(Base::Rmw) & writes;
    failed_reads = values.set(Base::Failed);
    same_thread = values.relation(Base::Int);
    const auto at_least_mode = [&](Mode least) {
      EventSet set(graph.size());
      (accesses | fences).for_each([&](EventId event) {
        if (at_least(plain_is_sc(graph.event(event).label), least)) set.insert(event);
      });
      return set;
    };
    at_least_rlx = at_least_mode(Mode::Rlx);
    at_least_acq = at_least_mode(Mode::Acq);
    at_least_rel = at_least_mode(Mode::Rel);
    sc = at_least_mode(Mode::Sc);
  }

  EventSet accesses;
  EventSet reads;
  EventSet writes;
  EventSet fences;
  EventSet initial_writes;
  EventSet exclusive_reads;   // including those whose write is not added yet
  EventSet exclusive_writes;  // second halves of read-modify-writes
  EventSet failed_reads;      // of compare-and-swaps that fail
  EventSet at_least_rlx;      // fences included
  EventSet at_least_acq;
  EventSet at_least_rel;
  EventSet sc;
  Relation same_thread;  // reflexive on events of threads
};

}  // namespace drover::testing
