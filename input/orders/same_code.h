#pragma once

#include "semantics/program/program.h"

namespace drover::input {

// True if two C programs have the same instructions, apart from their places in the source. One of
// them may have additional fences of mode rlx, which do nothing.
[[nodiscard]] bool is_same_code(const Program& a, const Program& b);

// True if two programs have the same instructions apart from the modes of atomic accesses and
// fences.
[[nodiscard]] bool is_same_but_modes(const Program& a, const Program& b);

}  // namespace drover::input
