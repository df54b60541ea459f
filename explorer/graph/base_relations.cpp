#include "explorer/graph/base_relations.h"

#include "explorer/graph/base_values.h"

namespace drover {

Mode plain_is_sc(const Label& label) { return label.mode == Mode::Plain ? Mode::Sc : label.mode; }

Mode plain_fence_is_sc(const Label& label) {
  return label.is_fence() && label.mode == Mode::Plain ? Mode::Sc : label.mode;
}

BaseRelations base_relations(const ExecutionGraph& graph, ModeOf mode_of) {
  BaseValues values;
  values.set_events(graph, UpdateEvents::AsInGraph);
  BaseRelations out;
  out.events = values.set(Base::All);
  out.reads = values.set(Base::Reads);
  out.writes = values.set(Base::Writes);
  out.fences = values.set(Base::Fences);
  out.accesses = out.reads | out.writes;
  out.initial_writes = values.set(Base::InitialWrites);
  out.exclusive_reads = values.set(Base::Rmw) & out.reads;
  out.exclusive_writes = values.set(Base::Rmw) & out.writes;
  out.failed_reads = values.set(Base::Failed);
  const auto at_least_mode = [&](Mode least) {
    EventSet set(graph.size());
    (out.accesses | out.fences).for_each([&](EventId event) {
      if (at_least(mode_of(graph.event(event).label), least)) set.insert(event);
    });
    return set;
  };
  out.at_least_rlx = at_least_mode(Mode::Rlx);
  out.at_least_acq = at_least_mode(Mode::Acq);
  out.at_least_rel = at_least_mode(Mode::Rel);
  out.sc = at_least_mode(Mode::Sc);
  out.po = values.relation(Base::Po);
  out.sync = values.relation(Base::Sync);
  out.rf = values.relation(Base::Rf);
  out.co = values.relation(Base::Co);
  out.fr = values.relation(Base::Fr);
  out.rmw = values.relation(Base::Amo);
  out.same_location = restrict(out.accesses, values.relation(Base::Loc), out.accesses);
  out.same_thread = values.relation(Base::Int);
  return out;
}

}  // namespace drover
