#pragma once

#include <cstdint>
#include <vector>

#include "semantics/passes/symmetry.h"

namespace drover::buffering {

// WithAxioms: the axioms are also checked when a checker has answered.
enum class Comparison : std::uint8_t { None, WithAxioms };

struct BufferingOptions {
  std::vector<passes::SymmetricThreads> symmetric = {};  // none: every execution is explored
  Comparison comparison = Comparison::None;
};

}  // namespace drover::buffering
