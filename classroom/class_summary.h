#pragma once

#include <string>
#include <vector>

#include "classroom/submission.h"

namespace drover::classroom {

// Returns a summary as text: for each exercise the numbers of answers and right answers, and the
// most frequent mistake.
[[nodiscard]] std::string class_summary(const std::vector<Submission>& submissions);

}  // namespace drover::classroom
