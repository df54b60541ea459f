#pragma once

#include <string>
#include <vector>

#include "classroom/pack.h"
#include "classroom/submission.h"

namespace drover::classroom {

// What a student is told about a submission, in Markdown: points, what is right and wrong, the
// execution that shows it, remarks; no solution.
[[nodiscard]] std::string feedback_text(const Submission& submission, Pack& pack);

// The names of the files of feedback, one for each submission: the student's, as far as it can be
// part of one, and a number where several would be the same.
[[nodiscard]] std::vector<std::string> feedback_names(const std::vector<Submission>& submissions);

}  // namespace drover::classroom
