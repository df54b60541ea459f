#pragma once

#include <vector>

#include "semantics/program/program.h"

namespace drover::passes {

// Threads that can be exchanged for each other without an observable difference.
using SymmetricThreads = std::vector<ThreadId>;

// [SPORE] §3.2 (ii): adjacent workers with the same code after substituting constants; groups of at
// least two. Threads whose registers a condition names are in no group: the condition distinguishes
// them.
[[nodiscard]] std::vector<SymmetricThreads> find_symmetric_threads(const Program& program);

}  // namespace drover::passes
