#pragma once

#include <string>
#include <vector>

#include "classroom/submission.h"

namespace drover::classroom {

// What a class knows: for each exercise how many answered it, how many are right, and what went
// wrong most often. For people.
[[nodiscard]] std::string class_summary(const std::vector<Submission>& submissions);

}  // namespace drover::classroom
