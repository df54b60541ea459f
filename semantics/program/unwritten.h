#pragma once

#include "semantics/program/value.h"

namespace drover {

// The initial value of an unwritten cell of C: no ordinary integer, no address, no thread. A thread
// that reads it ends in an error.
inline constexpr Value UnwrittenValue = (Value{1} << 60) + 0x5EED;

}  // namespace drover
