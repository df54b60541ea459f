#pragma once

#include <cstdint>

#include "support/enum_set.h"

namespace drover {

// The reason that a run does not count: an assumption of its plan is wrong. `next_plan` has the
// plan to run instead.
enum class VoidReason : std::uint8_t {
  FailedComputation,  // `lb` went on past a computation without a value
  HelpInDoubt,        // a `help` call that left its graph may be wrongly annotated
  CausalCycle,        // an execution has a cycle in po ∪ rf ∪ co; symmetry needs none
                      // ([SPORE] §2.2.4)
  ThreadsMisused,     // a join is an error, and symmetry counts joins (spawn_symmetry.h)
  PlacementMatters,   // the value of a condition depends on which thread allocated what
  TrialFailed         // there are more executions than a trial allows
};

using VoidReasons = EnumSet<VoidReason>;

}  // namespace drover
