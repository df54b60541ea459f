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

// Why a thread that has not finished went no further.
enum class StopKind : std::uint8_t {
  None,        // it finished, did not start, failed, or was cut at a loop bound
  Assumption,  // an assume that fails, or a read that one is about
  Block,       // `block`
  LooksAgain,  // in a loop that changes nothing: with what memory holds at the end it would go on
  Waits,       // at an await or in such a loop: with what memory holds at the end it would not
  Undecided,   // in such a loop; memory may end in several ways that differ, or in too many to try
  Joins        // at a join of a thread that does not end
};

struct ThreadStop {
  StopKind kind = StopKind::None;
  SourceRange source;                   // where it gave up
  std::optional<Spin> wait;             // Waits: what for
  std::optional<ThreadId> joined = {};  // Joins
  // What it gave up on, if that was asked for: registers that an assumption names, or else the cell
  // that was read last; and what they hold.
  std::vector<std::pair<std::string, Value>> values;
};

// Some thread waits, and every other one has finished or waits too: nothing will ever change. One
// that waits for another to end does so as long as that one does.
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
