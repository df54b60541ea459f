#pragma once

#include <span>
#include <vector>

#include "explorer/algorithms/verify_sc/closure.h"
#include "explorer/algorithms/verify_sc/vsc_instance.h"

namespace drover::vsc {

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
                                     std::span<const OrderEdge> steps);

}  // namespace drover::vsc
