#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "explorer/findings/exploration_result.h"

namespace drover {

// Errors of one kind on one line: often the same mistake, seen by several pairs of accesses. The
// first of them stands for the others where all would be too much.
struct ErrorsOfPlace {
  std::size_t first = 0;            // ExplorationResult::errors
  std::vector<std::size_t> others;  // in their order
};

// All errors, in the order of the first of each place.
[[nodiscard]] std::vector<ErrorsOfPlace> errors_by_place(std::span<const ReportedError> errors);

// Of errors in one large execution, the first shows it for all. Gives for each error which one that
// is; itself, if its execution is small or nobody has shown it before.
[[nodiscard]] std::vector<std::size_t> execution_owners(std::span<const ReportedError> errors);

}  // namespace drover
