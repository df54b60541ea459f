#include "explorer/graph/base_relations.h"

#include "explorer/graph/base_values.h"

namespace drover {

Mode plain_is_sc(const Label& label) { return label.mode == Mode::Plain ? Mode::Sc : label.mode; }

BaseRelations base_relations(const ExecutionGraph& graph) {
  BaseValues values;
  values.set_events(graph, UpdateEvents::AsInGraph);
  const EventSet accesses = values.set(Base::Reads) | values.set(Base::Writes);
  return {.events = values.set(Base::All),
          .po = values.relation(Base::Po),
          .sync = values.relation(Base::Sync),
          .rf = values.relation(Base::Rf),
          .co = values.relation(Base::Co),
          .fr = values.relation(Base::Fr),
          .rmw = values.relation(Base::Amo),
          .same_location = restrict(accesses, values.relation(Base::Loc), accesses)};
}

}  // namespace drover
