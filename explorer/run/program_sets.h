#pragma once

#include "explorer/cat/code.h"
#include "semantics/program/program.h"

namespace drover {

// Returns the model for the graphs of this program alone: sets that none of its events, or each, is
// in by its kind, modes and tags are known, and what follows from it is left out
// (cat::specialised): Lemma 78 (docs/proofs.md). The accesses must have no parts, and
// read-modify-writes two halves.
[[nodiscard]] cat::Code code_for(const cat::Code& code, const Program& program);

}  // namespace drover
