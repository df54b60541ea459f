#pragma once

#include <cstdint>

namespace drover {

// Every value is a 64-bit two's complement integer; addresses are values too
// (semantics/program/address.h). Arithmetic wraps; see semantics/program/expression.h.
using Value = std::int64_t;

// The initial value of an unwritten cell of C: no ordinary integer, no address, no thread. A thread
// that reads it ends in an error.
inline constexpr Value UnwrittenValue = (Value{1} << 60) + 0x5EED;

}  // namespace drover
