#pragma once

#include <string>
#include <vector>

#include "classroom/exercise.h"

namespace drover::classroom {

// Returns the errors of a readable exercise, one text each: its solution does not earn all points;
// a typical wrong answer does, or gets another remark than intended; a cycle exercise has no cycle,
// or not exactly one execution for it; there is a smaller test than the stated smallest.
[[nodiscard]] std::vector<std::string> verify(const Exercise& exercise);

}  // namespace drover::classroom
