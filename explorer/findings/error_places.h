#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explorer/findings/exploration_result.h"

namespace drover {

// Errors of one kind on one line: often the same mistake, seen by several pairs of accesses. The
// first represents the others in short reports.
struct ErrorsOfPlace {
  std::size_t first = 0;            // index in ExplorationResult::errors
  std::vector<std::size_t> others;  // in order
};

[[nodiscard]] std::vector<ErrorsOfPlace> errors_by_place(std::span<const ReportedError> errors);

// The first error of a large execution shows the execution for its other errors. Returns for each
// error the index of that first error; its own if its execution is small or not shown before.
[[nodiscard]] std::vector<std::size_t> execution_owners(std::span<const ReportedError> errors);

}  // namespace drover
