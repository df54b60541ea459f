#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "explorer/findings/findings.h"
#include "explorer/plan/plan_reasons.h"
#include "explorer/work/item.h"
#include "explorer/work/place.h"
#include "support/keeping.h"

namespace drover {

// The rest of an exploration, and the findings so far.
struct ExplorationState {
  Findings findings;
  // Parts that are done, while some that come before them are not: where a run ends at the first
  // error, they may turn out not to count.
  std::vector<std::pair<work::Place, Findings>> finished;
  std::vector<work::Item> items;
  std::optional<work::Place> error_at;  // the first part that is known to have an error
  // What the run has learnt of its plan: that it is the one to fall back on, and that symmetric
  // threads must not be explored as one.
  bool is_fallback = false;
  std::optional<ReductionObstacle> obstacle;

  void write(ByteWriter& out) const;
  [[nodiscard]] bool is_whole() const { return items.size() == 1 && items.front().is_whole; }
  // Fails with the reader if it is not a state.
  static ExplorationState read(ByteReader& in);
};

// The state of an exploration that has not begun.
[[nodiscard]] ExplorationState whole_exploration();

using Checkpointing = Keeping<ExplorationState>;

}  // namespace drover
