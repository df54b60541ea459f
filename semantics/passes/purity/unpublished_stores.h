#pragma once

#include <vector>

#include "semantics/program/control_flow.h"
#include "semantics/program/program.h"
#include "support/function_ref.h"

namespace drover::passes {

// Finds the stores of a loop that may be left out together with an iteration that comes back:
// Lemma 84 (docs/proofs.md). They write to memory that the thread has allocated before the loop,
// whose address no other thread can have before the loop is left, and each iteration overwrites
// what they wrote. `may_come_back(at)`: a compare-and-swap of the loop may succeed in an iteration
// that comes back.
//
// Returns true for these instructions; nothing if there are none.
[[nodiscard]] std::vector<bool> unpublished_stores(
    const Thread& thread, const ControlFlow& flow, const NaturalLoop& loop,
    FunctionRef<bool(InstructionIndex at)> may_come_back);

}  // namespace drover::passes
