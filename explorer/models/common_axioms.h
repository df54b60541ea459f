#pragma once

#include "explorer/graph/base_relations.h"
#include "explorer/models/memory_model.h"

// What several models share.
namespace drover {

// eco = (rf | co | fr)+, [RCMC] §3.2.2.
template <typename R>
[[nodiscard]] R eco(const BaseRelationsOf<R>& b) {
  return plus(b.rf | b.co | b.fr);
}

// [RCMC] §3.2.3: nothing comes in coherence between the write that a read-modify-write
// reads from and its own, and no two read-modify-writes read from the same write.
//
// The second part follows from the first where coherence is total. It is stated on its
// own so that it holds in graphs whose coherence is partial or missing, too. Exclusive
// reads whose write is yet to come do not count: they may share a write for a while.
template <typename R, typename Check>
bool atomicity_holds(const BaseRelationsOf<R>& b, Check& check) {
  const Relation& rmw = pairs_of(b.rmw);
  if (rmw.is_empty()) return true;
  // rmw & (fr ; co) = 0
  if (!check.irreflexive("atomicity", seq(b.fr, b.co, inverse(b.rmw)))) return false;
  // [dom(rmw)] ; rf^-1 ; rf ; [dom(rmw)] is an identity
  const EventSet first_halves = domain(rmw);
  return check.acyclic("atomicity", restrict(first_halves, seq(inverse(b.rf), b.rf), first_halves) -
                                        identity(b.events));
}

[[nodiscard]] inline AxiomDescription atomicity_description() {
  return {"atomicity", "empty rmw & (fr; co); empty ([dom(rmw)]; rf^-1; rf; [dom(rmw)]) \\ id",
          "[RCMC] §3.2.3"};
}

}  // namespace drover
