#pragma once

#include <cstdint>
#include <optional>

#include "support/operator.h"

// The operators of constant expressions, in programs and in `#if`.
namespace drover::c {

// Returns the wrapped result on 64-bit values; nothing if it is undefined.
[[nodiscard]] std::optional<std::int64_t> folded(Operator op, std::int64_t left, std::int64_t right,
                                                 bool is_unsigned);

// [C11 6.6p4]: a constant is in the range of its type. True if a signed type of this size does not
// have the result. `1 << 31` counts as the sign bit.
[[nodiscard]] bool overflows(Operator op, std::int64_t left, std::int64_t right, unsigned bits);

}  // namespace drover::c
