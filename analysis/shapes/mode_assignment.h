#pragma once

#include <functional>
#include <span>
#include <vector>

#include "analysis/shapes/shape.h"
#include "semantics/program/mode.h"

namespace drover::shapes {

// A mode for each instruction of a shape, thread by thread.
using ModeAssignment = std::vector<Mode>;

// Returns the modes of this kind of instruction, weaker before stronger. Accesses are atomic: a
// race on `na` is an error, not an outcome.
//
// Fences have no `rlx` in programs; as the weakest mode it stands for a fence that may become
// stronger.
[[nodiscard]] std::span<const Mode> modes_of(InstructionKind kind);

[[nodiscard]] ModeAssignment weakest_modes(std::span<const InstructionKind> instructions);
[[nodiscard]] ModeAssignment strongest_modes(std::span<const InstructionKind> instructions);

// Calls `visit` on every assignment that programs can have, weaker before stronger, until it
// returns false. True if all were visited.
bool for_each_assignment(std::span<const InstructionKind> instructions,
                         const std::function<bool(const ModeAssignment&)>& visit);

// Returns the minimal assignments that satisfy `is_forbidden`, which must be upward closed. Only
// assignments that programs can have.
[[nodiscard]] std::vector<ModeAssignment> weakest_forbidden(
    std::span<const InstructionKind> instructions,
    const std::function<bool(const ModeAssignment&)>& is_forbidden);

// Returns the maximal assignments that satisfy `is_allowed`, which must be downward closed. Their
// fences may be relaxed.
[[nodiscard]] std::vector<ModeAssignment> strongest_allowed(
    std::span<const InstructionKind> instructions,
    const std::function<bool(const ModeAssignment&)>& is_allowed);

// Replaces each relaxed fence of `assignment` by acq or rel, in all combinations.
[[nodiscard]] std::vector<ModeAssignment> with_real_fences(
    std::span<const InstructionKind> instructions, const ModeAssignment& assignment);

}  // namespace drover::shapes
