#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/algorithms/verify_sc/vsc_instance.h"

namespace drover::vsc {

// Why the closure orders two operations: the conditions of [RVF] §4.2 (2), by number.
enum class ClosureRule : std::uint8_t {
  FirstSource = 2,   // all that may be read comes after this write: so does the read
  LastSource = 3,    // another write before the read comes before the last that may be read
  AfterSources = 4,  // a write after all that may be read comes after the read
};

struct ClosureStep {
  VscIndex before = NoOperation;
  VscIndex after = NoOperation;
  ClosureRule rule = ClosureRule::FirstSource;
  VscIndex reader = NoOperation;  // whose good writes ask for it
};

// Why there is no closure, and so no witness.
struct ClosureConflict {
  // The reader that has no good write left (condition 1), or whose step is impossible.
  VscIndex reader = NoOperation;
  // The step that would close a cycle; none if the reader has no good write left.
  std::optional<ClosureStep> step;
};

// The closure of [RVF] §4.2 (2): the least partial order that contains the order of `instance`
// and what each of its witnesses must keep. Adds to the instance's order; gives the conflict
// if there is no such order, which then is left as far as it came. `steps`, unless null, gets
// what was added, in that order.
[[nodiscard]] std::optional<ClosureConflict> close(VscInstance& instance,
                                                   std::vector<ClosureStep>* steps = nullptr);

// The good writes that `reader` may still see: Cl(r) = GoodW(r) ∩ VisibleW_P(r).
void visible_good_writes(const VscInstance& instance, VscIndex reader, BitRow result);

}  // namespace drover::vsc
