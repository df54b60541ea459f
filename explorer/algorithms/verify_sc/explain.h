#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/closure.h"
#include "explorer/algorithms/verify_sc/vsc_instance.h"

namespace drover::vsc {

// The reason that one operation precedes another in every witness.
enum class OrderReason : std::uint8_t {
  InitialWrite,  // the first is an initial write
  ProgramOrder,  // they are neighbours in a thread
  Given,         // given by the instance: spawn, join
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
  VscIndex reader = NoOperation;  // the reader of a closure step
};

using OrderCycle = std::vector<OrderEdge>;

// The reason that an instance has no closure: each way in which `reader` could read closes a cycle.
// No attempts: it has no good writes at all.
struct ConflictReason {
  VscIndex reader = NoOperation;
  struct Attempt {
    VscIndex write = NoOperation;  // the good write; NoOperation if the cycle exists in any case
    OrderCycle cycle;
    // If the cycle begins with ReadsEarlier: from the good write to the write that hides it.
    std::vector<OrderEdge> overwritten;
  };
  std::vector<Attempt> attempts;
};

// `steps` are the steps of the closure up to the conflict; `instance` is as the closure left it.
[[nodiscard]] ConflictReason explain(const VscInstance& instance, const ClosureConflict& conflict,
                                     std::span<const ClosureStep> steps);

}  // namespace drover::vsc
