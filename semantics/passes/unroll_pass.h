#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "semantics/program/program.h"

namespace drover::passes {

// Limit on the instructions of an unrolled thread, for readability.
inline constexpr std::size_t MaxUnrolledInstructions = 100'000;

// Returns the program without its loops: each is unrolled as often as `bound` allows, and a thread
// that would continue is blocked where it would have been cut. So the program shows what explorers
// see of loops. Loops inside calls marked `main` or `help` stay, since such a call is one function,
// and so do loops without events, which have no such bound. Nothing if a thread would have more
// than MaxUnrolledInstructions.
//
// Complete executions, their outcomes and their errors are those of the program when it is explored
// with this bound; threads that are cut there are blocked here.
[[nodiscard]] std::optional<Program> unrolled(const Program& program, std::uint32_t bound);

}  // namespace drover::passes
