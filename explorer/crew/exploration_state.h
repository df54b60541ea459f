#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "explorer/findings/findings.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/work/place.h"
#include "support/keeping.h"

namespace drover {

// The rest of an exploration, and the findings so far.
struct ExplorationState {
  Findings findings;
  // Finished parts after unfinished ones: in a run that ends at the first error they may turn out
  // not to count.
  std::vector<std::pair<work::Place, Findings>> finished;
  std::vector<work::Item> items;
  std::optional<work::Place> error_at;  // the first part with a known error
  // Facts that the run has learnt about its plan: the fallback is needed; an obstacle to exploring
  // symmetric threads as one (HelpInDoubt: also to letting `help` calls leave their graphs).
  bool is_fallback = false;
  std::optional<ReductionObstacle> obstacle;

  void write(ByteWriter& out) const;
  [[nodiscard]] bool is_whole() const { return items.size() == 1 && items.front().is_whole; }
  // Makes the reader fail if the bytes are not a state.
  static ExplorationState read(ByteReader& in);
};

// The state of an exploration that has not begun.
[[nodiscard]] ExplorationState whole_exploration();

using Checkpointing = Keeping<ExplorationState>;

}  // namespace drover
