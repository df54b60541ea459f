#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "classroom/exercise.h"
#include "classroom/grade.h"

// What people read.
namespace drover::classroom {

[[nodiscard]] std::string list_text(const std::vector<const Exercise*>& exercises);
// The question and how to answer it; neither checks nor solution.
[[nodiscard]] std::string exercise_text(const Exercise& exercise);
// With a picture of the first execution that shows what is wrong.
[[nodiscard]] std::string grade_text(const Exercise& exercise, const Grade& grade);
// The beginning of a picture, if it is long.
[[nodiscard]] std::string first_lines(const std::string& picture);
// The first `count` hints, and how many more there are.
[[nodiscard]] std::string hints_text(const Exercise& exercise, std::uint32_t count);

}  // namespace drover::classroom
