#pragma once

#include "semantics/program/program.h"

namespace drover::input {

// Whether two programs of C have the same instructions, wherever these stand in the source. Fences
// of mode rlx, which do nothing, may be in one of them only.
[[nodiscard]] bool is_same_code(const Program& a, const Program& b);

// Whether they have the same instructions but for the modes of accesses and fences that are not
// non-atomic.
[[nodiscard]] bool is_same_but_modes(const Program& a, const Program& b);

}  // namespace drover::input
