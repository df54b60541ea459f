#pragma once

#include <vector>

#include "semantics/program/program.h"

namespace drover::passes {

// Threads that can be exchanged for each other without anybody noticing.
using SymmetricThreads = std::vector<ThreadId>;

// [SPORE] §3.2 (ii): workers that are declared next to each other and have the same code
// once constants are put in; groups of at least two. Threads whose registers a condition
// names are in no group: the condition tells them apart.
[[nodiscard]] std::vector<SymmetricThreads> find_symmetric_threads(const Program& program);

}  // namespace drover::passes
