#pragma once

#include "semantics/program/program.h"

namespace drover::input {

// Whether two programs have the same instructions, wherever these stand in the source. Fences of
// mode rlx, which do nothing, may be in one of them only.
[[nodiscard]] bool is_same_code(const Program& a, const Program& b);

}  // namespace drover::input
