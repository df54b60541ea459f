#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "classroom/exercise.h"

namespace drover::classroom {

// Returns the errors of a readable exercise, one text each: its solution does not earn all points;
// a typical wrong answer does, or gets another remark than intended; a cycle exercise has no cycle,
// or not exactly one execution for it; there is a smaller test than the stated smallest.
[[nodiscard]] std::vector<std::string> verify(const Exercise& exercise);

// Size of the largest tests searched.
inline constexpr std::uint32_t MaxSearchedSize = 4;

// Returns a test that distinguishes the two models of a `distinguish` exercise and is smaller than
// its stated smallest size. Nothing if no such test has at most `largest` accesses and fences.
[[nodiscard]] std::optional<std::string> find_smaller_test(const Exercise& exercise,
                                                           std::uint32_t largest = MaxSearchedSize);

}  // namespace drover::classroom
