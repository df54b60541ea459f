#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "classroom/exercise.h"

namespace drover::classroom {

// Size of the largest tests searched.
inline constexpr std::uint32_t MaxSearchedSize = 4;

// Returns a test that distinguishes the two models of a `distinguish` exercise and is smaller than
// its stated smallest size. Nothing if no such test has at most `largest` accesses and fences.
[[nodiscard]] std::optional<std::string> find_smaller_test(const Exercise& exercise,
                                                           std::uint32_t largest = MaxSearchedSize);

}  // namespace drover::classroom
