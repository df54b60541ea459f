#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/algorithms/verify_sc/vsc_instance.h"

namespace drover::vsc {

// The reason that one operation precedes another in every witness.
enum class OrderReason : std::uint8_t {
  InitialWrite,  // the first is an initial write
  ProgramOrder,  // they are neighbours in a thread
  Given,         // given by the instance: spawn, join
  // The conditions of [RVF] §4.2 (2):
  FirstSource,   // (2): the read comes after this write, because all its readable writes do
  LastSource,    // (3): another write before the read comes before the last readable write
  AfterSources,  // (4): a write after all readable writes comes after the read
  // Only in explanations (explain.h):
  ReadsFrom,     // the second would read from the first
  ReadsEarlier,  // the first would read a write that the second overwrites
};

struct OrderEdge {
  VscIndex before = NoOperation;
  VscIndex after = NoOperation;
  OrderReason reason = OrderReason::ProgramOrder;
  VscIndex reader = NoOperation;  // of a closure step: the reader whose good writes require it
};

// The reason that no closure, and so no witness, exists.
struct ClosureConflict {
  // The reader without a good write left (condition 1), or whose step is impossible.
  VscIndex reader = NoOperation;
  // The step that would close a cycle; none if the reader has no good write left.
  std::optional<OrderEdge> step;
};

// The closure of [RVF] §4.2 (2): the least partial order that contains the order of `instance` and
// the orders that its conditions force in every witness. Extends the instance's order; returns the
// conflict if there is no such order, and leaves the order partly extended. `steps`, unless null,
// gets the added orders, in sequence.
[[nodiscard]] std::optional<ClosureConflict> close(VscInstance& instance,
                                                   std::vector<OrderEdge>* steps = nullptr);

// Computes the good writes that `reader` may still see: Cl(r) = GoodW(r) ∩ VisibleW_P(r).
void visible_good_writes(const VscInstance& instance, VscIndex reader, BitRow result);

}  // namespace drover::vsc
