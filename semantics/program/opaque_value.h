#pragma once

#include "semantics/program/value.h"

namespace drover {

// For C: a number that is not computed, such as one of floating point.
inline constexpr Value OpaqueValue = (Value{1} << 60) + 0xF10A7;

}  // namespace drover
