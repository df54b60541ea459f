#pragma once

#include <string>
#include <vector>

#include "classroom/pack.h"
#include "classroom/submission.h"

namespace drover::classroom {

// Returns the feedback on a submission in Markdown: points, right and wrong findings, executions
// that show errors, remarks; no solution.
[[nodiscard]] std::string feedback_text(const Submission& submission, Pack& pack);

// Returns the names of feedback files, one per submission: the student's name, adapted to file
// names, and a number where names coincide.
[[nodiscard]] std::vector<std::string> feedback_names(const std::vector<Submission>& submissions);

}  // namespace drover::classroom
