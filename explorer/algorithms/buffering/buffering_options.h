#pragma once

#include <cstdint>
#include <vector>

#include "explorer/algorithms/giving_up_options.h"
#include "semantics/passes/symmetry.h"

namespace drover::buffering {

// WithAxioms: the axioms are also checked when a checker has answered.
enum class Comparison : std::uint8_t { None, WithAxioms };

struct BufferingOptions {
  std::vector<passes::SymmetricThreads> symmetric = {};  // none: every execution is explored
  // Graphs with a thread that has given up because of such a read are dropped (stale_reads.h). Not
  // AfterCauses: `lb` does not know causes until they are decided.
  GivingUp giving_up = GivingUp::Stays;
  std::vector<std::vector<bool>> atomic_cells = {};  // AtomicObjects::atomic_cells, if reads leave
  Comparison comparison = Comparison::None;
};

}  // namespace drover::buffering
