#pragma once

#include <cstdint>
#include <vector>

#include "explorer/models/memory_model.h"
#include "semantics/passes/symmetry.h"

namespace drover::trust {

using drover::CausalCycles;

// What becomes of an await that a write would revisit without satisfying it: it is kept,
// and waits where it is, or leaves the graph until it can go on.
enum class FailedAwaits : std::uint8_t { Stay, Leave };

struct TrustOptions {
  std::vector<passes::SymmetricThreads> symmetric;  // none: TruSt
  // Symmetry is complete only where no execution has such a cycle ([SPORE] Theorem 3.8):
  // where they are possible, executions are looked through for them.
  CausalCycles causal_cycles = CausalCycles::Possible;
  FailedAwaits failed_awaits = FailedAwaits::Leave;
  // If given: its axioms decide, and the checker is a mere formality.
  const MemoryModel* judge = nullptr;
  // If given: every decision of the incremental checker is compared with these axioms.
  const MemoryModel* axioms = nullptr;
};

}  // namespace drover::trust
