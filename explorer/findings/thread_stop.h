#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/findings/spin_checker.h"
#include "semantics/program/value.h"
#include "support/source_range.h"

namespace drover {

// The reason that an unfinished thread stopped.
enum class StopKind : std::uint8_t {
  None,        // it finished, did not start, failed, or was cut at a loop bound
  Assumption,  // an assume that fails, or a read that it tests
  Block,       // `block`
  LooksAgain,  // in a loop that changes nothing: with the final memory it would go on
  Waits,       // at an await or in such a loop: with the final memory it would not go on
  Undecided,   // in such a loop; the possible final memories differ, or are too many to try
  Joins        // at a join of a thread that does not end
};

struct ThreadStop {
  StopKind kind = StopKind::None;
  SourceRange source;                   // the place where it gave up
  std::optional<Spin> wait;             // Waits: the awaited value
  std::optional<ThreadId> joined = {};  // Joins
  // The values it gave up on, if requested: the registers that an assumption names, or else the
  // cell read last.
  std::vector<std::pair<std::string, Value>> values;
};

// True if some thread waits, and every other one has finished or waits too: nothing will ever
// change. A thread that joins another waits as long as that one does.
[[nodiscard]] inline bool is_deadlock(const Execution& execution,
                                      const std::vector<ThreadStop>& stops) {
  bool has_wait = false;
  for (std::size_t t = 0; t < stops.size(); ++t) {
    const ThreadEnd end = execution.ends[t];
    if (end == ThreadEnd::Finished || end == ThreadEnd::NotStarted) continue;
    if (stops[t].kind != StopKind::Waits && stops[t].kind != StopKind::Joins) return false;
    has_wait = true;
  }
  return has_wait;
}

}  // namespace drover
