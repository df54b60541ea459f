#pragma once

#include "explorer/graph/base_relations.h"
#include "explorer/models/memory_model.h"

// What tso and pso share: two axioms, in which only the part of program order that reaches
// memory in order differs ([Alglave, Maranget, Tautschnig, TOPLAS'14] for tso).
//
//   sc-per-location   acyclic po-loc | sync-loc | rf | co | fr
//   global            acyclic ppo | sync | rfe | co | fr | fence
//
// Internal rf is not in the global order: a thread reads its own store from its buffer
// before others can see it.
//
// Allocations, and annotated calls, which stand for a read at least, count as reads and frees
// as writes of a location of their own, so that the order in which they take effect is part
// of happens-before. They have neither rf nor co, and nothing passes through them that could
// not pass through a read or such a write, so the axioms are not affected.
namespace drover::store_buffers {

[[nodiscard]] inline EventSet read_like(const EventClasses& b) {
  return b.reads | b.allocations | b.calls;
}
[[nodiscard]] inline EventSet write_like(const EventClasses& b) { return b.writes | b.frees; }
[[nodiscard]] inline EventSet memory_events(const EventClasses& b) {
  return read_like(b) | write_like(b);
}

// ppo of tso: program order but for writes before reads, which wait in a buffer. Between
// memory events only: a fence in between adds nothing by itself.
template <typename R>
[[nodiscard]] R tso_ppo(const BaseRelationsOf<R>& b) {
  return restrict(memory_events(b), b.po, memory_events(b)) - product(write_like(b), read_like(b));
}

// ppo of pso: one buffer per location, so writes of different locations are not in order either.
template <typename R>
[[nodiscard]] R pso_ppo(const BaseRelationsOf<R>& b) {
  return tso_ppo(b) - (product(write_like(b), write_like(b)) - b.same_location);
}

// What empties the buffers: fence@sc (and a fence without a mode); a read-modify-write,
// whose read waits for all that is before it and whose write reaches memory before what is
// after it; and an explicit store@sc, which the x86 mapping follows by a fence. A failed
// compare-and-swap is an ordinary read.
template <typename R>
[[nodiscard]] R full_fence(const BaseRelationsOf<R>& b) {
  const EventSet memory = memory_events(b);
  const EventSet fences = b.fences & b.sc;
  const EventSet sc_stores = (b.writes & b.sc) - b.exclusive_writes;
  return seq(restrict(memory, b.po, fences), restrict(fences, b.po, memory)) |
         restrict(memory, b.po, b.exclusive_reads) | restrict(b.exclusive_writes, b.po, memory) |
         seq(restrict(memory, maybe(b.po), sc_stores), restrict(sc_stores, b.po, memory));
}

// The order in which accesses reach memory; `preserved` is ppo and the model's fences.
template <typename R>
[[nodiscard]] R global_order(const BaseRelationsOf<R>& b, const R& preserved) {
  const EventSet memory = memory_events(b);
  return preserved | restrict(memory, b.sync, memory) | external(b, b.rf) | b.co | b.fr;
}

template <typename R, typename Check>
bool is_sc_per_location(const BaseRelationsOf<R>& b, Check& check) {
  return check.acyclic("sc-per-location", ((b.po | b.sync) & b.same_location) | b.rf | b.co | b.fr);
}

// The global order, and program order, which each thread sees of itself.
[[nodiscard]] inline Relation happens_before(const BaseRelations& b, const Relation& preserved) {
  return plus(global_order(b, preserved)) | b.po;
}

[[nodiscard]] inline AxiomDescription sc_per_location_description() {
  return {"sc-per-location", "acyclic (po & loc) | (sync & loc) | rf | co | fr",
          "Alglave, Maranget and Tautschnig, TOPLAS'14"};
}

}  // namespace drover::store_buffers
