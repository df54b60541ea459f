#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "classroom/exercise.h"
#include "classroom/grade.h"

// Texts for users.
namespace drover::classroom {

[[nodiscard]] std::string list_text(const std::vector<const Exercise*>& exercises);
// Returns the question and how to answer it, without checks and solution.
// A page has the title elsewhere, and fields for the answer, which contain programs with holes.
enum class Medium : std::uint8_t { Text, Page };
[[nodiscard]] std::string exercise_text(const Exercise& exercise, Medium medium = Medium::Text);
// Includes a picture of the first execution that shows an error.
[[nodiscard]] std::string grade_text(const Exercise& exercise, const Grade& grade);
// Returns the picture, cut if long.
[[nodiscard]] std::string first_lines(const std::string& picture);
// Returns the first `count` hints, and the number of others.
[[nodiscard]] std::string hints_text(const Exercise& exercise, std::uint32_t count);

}  // namespace drover::classroom
