#pragma once

#include <cstdint>
#include <vector>

#include "semantics/program/program.h"

namespace drover::passes {

// What elimination did to one loop of one thread.
struct EliminatedLoop {
  ThreadId thread;
  std::uint32_t loop = 0;       // Program::loops
  bool is_always_pure = false;  // it is never repeated any more
};

struct PurityElimination {
  Program program;
  std::vector<EliminatedLoop> loops;  // those that have pure iterations
};

// Partial loop purity elimination, [Godot] §III: threads stop at an `assume` where it is known
// that the iteration of a loop that they are in will change nothing. By Theorem 1 all local
// states stay reachable, but for those inside such iterations.
//
// The theorem is stated for sequential consistency. It holds for every model whose axioms
// forbid cycles in relations that can only shrink when reads and fences are taken out of an
// execution, as all of ours do: an execution without its pure iterations is an execution, and
// nobody else can tell the difference.
[[nodiscard]] PurityElimination eliminate_pure_iterations(const Program& program);

}  // namespace drover::passes
