#pragma once

#include <string>
#include <vector>

#include "classroom/exercise.h"

namespace drover::classroom {

// What is wrong with an exercise although it can be read: its solution does not earn all points, a
// typical wrong answer does, or gets another remark than the one it is there for; where a cycle is
// asked for, there is none, or not just one execution that it could be in; where the smallest test
// is asked for, there is a smaller one. A text for each.
[[nodiscard]] std::vector<std::string> verify(const Exercise& exercise);

}  // namespace drover::classroom
