#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "classroom/exercise.h"

namespace drover::classroom {

// The size of the largest tests that are looked through.
inline constexpr std::uint32_t MaxSearchedSize = 4;

// A test that tells the two models of an exercise of kind `distinguish` apart and is smaller than
// the exercise says the smallest is; nothing if there is none of at most `largest` accesses and
// fences.
[[nodiscard]] std::optional<std::string> find_smaller_test(const Exercise& exercise,
                                                           std::uint32_t largest = MaxSearchedSize);

}  // namespace drover::classroom
