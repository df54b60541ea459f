#pragma once

#include <cstdint>

namespace drover {

// Every value is a 64-bit two's complement integer; addresses are values too
// (semantics/program/address.h). Arithmetic wraps; see semantics/program/expression.h.
using Value = std::int64_t;

}  // namespace drover
