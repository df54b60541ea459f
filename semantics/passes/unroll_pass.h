#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "semantics/program/program.h"

namespace drover::passes {

// Nobody wants to read programs with more instructions than this.
inline constexpr std::size_t MaxUnrolledInstructions = 100'000;

// The program without its loops: each is written out as often as `bound` allows, and a thread that
// would go on is blocked where it would have been cut: what explorers see of loops, as a program.
// Loops inside calls that are marked `main` or `help` stay, since such a call is one function, and
// so do loops without events, which have no such bound.
// Nothing where a thread would have more than MaxUnrolledInstructions.
//
// Complete executions, their outcomes and their errors are those of the program when it is
// explored with this bound; what is cut there is blocked here.
[[nodiscard]] std::optional<Program> unrolled(const Program& program, std::uint32_t bound);

}  // namespace drover::passes
