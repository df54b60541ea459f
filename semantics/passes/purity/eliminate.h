#pragma once

#include <cstdint>
#include <vector>

#include "semantics/passes/liberties.h"
#include "semantics/program/program.h"

namespace drover::passes {

// The effect of elimination on one loop of one thread.
struct EliminatedLoop {
  ThreadId thread;
  std::uint32_t loop = 0;       // index in Program::loops
  bool is_always_pure = false;  // the loop never repeats any more
};

struct PurityElimination {
  Program program;
  std::vector<EliminatedLoop> loops;  // loops with pure iterations
};

// Partial loop purity elimination, [Godot] §III: threads stop at an `assume` when the current loop
// iteration is known to change nothing. By Theorem 1 all local states stay reachable, except those
// inside such iterations. The theorem is stated for sequential consistency; Lemma 19
// (docs/proofs.md) has it for other models, Lemma 20 for models with dependencies, and Lemma 21 for
// read-modify-writes that restore the old value.
[[nodiscard]] PurityElimination eliminate_pure_iterations(const Program& program,
                                                          Liberties liberties = {});

}  // namespace drover::passes
