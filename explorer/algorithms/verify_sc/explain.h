#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/closure.h"
#include "explorer/algorithms/verify_sc/vsc_instance.h"

namespace drover::vsc {

// Why one operation comes before another, in every witness.
enum class OrderReason : std::uint8_t {
  InitialWrite,  // the first is an initial write
  ProgramOrder,  // they are neighbours in a thread
  Given,         // the instance says so: spawn, join
  FirstSource,   // ClosureRule
  LastSource,
  AfterSources,
  ReadsFrom,     // the second would read from the first
  ReadsEarlier,  // the first would read a write that the second overwrites
};

struct OrderEdge {
  VscIndex before = NoOperation;
  VscIndex after = NoOperation;
  OrderReason reason = OrderReason::ProgramOrder;
  VscIndex reader = NoOperation;  // of a closure's step
};

// Edges that lead in a circle.
using OrderCycle = std::vector<OrderEdge>;

// Why an instance has no closure. Each way in which `reader` could read closes a cycle. Without
// cycles: it has no good writes at all.
struct ConflictReason {
  VscIndex reader = NoOperation;
  struct Attempt {
    VscIndex write = NoOperation;  // the good write; none if the cycle is there in any case
    OrderCycle cycle;
    // Where the cycle begins with ReadsEarlier: from the good write to the one that hides it.
    std::vector<OrderEdge> overwritten;
  };
  std::vector<Attempt> attempts;
};

// `steps` are those of the closure up to the conflict, and `instance` is as it left it.
[[nodiscard]] ConflictReason explain(const VscInstance& instance, const ClosureConflict& conflict,
                                     std::span<const ClosureStep> steps);

}  // namespace drover::vsc
