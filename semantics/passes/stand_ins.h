#pragma once

#include <optional>

#include "semantics/program/program.h"

namespace drover::passes {

// Lemma 83 (docs/proofs.md): returns the program with stand-ins (stand_in.h) for the one number in
// which adjacent workers of the same code differ, so that they become symmetric. Nothing if there
// are no such workers. An exploration of it that depends on placement says nothing of the program.
[[nodiscard]] std::optional<Program> with_stand_ins(const Program& program);

}  // namespace drover::passes
