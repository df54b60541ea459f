#pragma once

#include <optional>

#include "semantics/program/program.h"

namespace drover::passes {

// Lemma 83 (docs/proofs.md): returns the program with stand-ins (stand_in.h) for the one number in
// which adjacent workers of the same code differ, or that spawned threads compute from the thread
// that they ask for, so that they become symmetric. Nothing if there are none. An exploration of it
// that depends on placement says nothing of the program.
[[nodiscard]] std::optional<Program> with_stand_ins(const Program& program);

// True if all arguments of the object's calls are stand-ins or 0.
[[nodiscard]] bool has_only_stand_ins(const Program& program, const SpecifiedObject& object);

}  // namespace drover::passes
