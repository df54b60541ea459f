#pragma once

// Finds symmetric spawned threads: exchanging the behaviour of two of them gives an execution of
// the program that no other thread can distinguish. This holds for threads that one parent spawns
// one right after the other, with the same function and the same arguments as far as it uses them,
// if
// - the function neither spawns nor joins, nor asks for its own thread (it may ask for an identity,
//   Self::is_identity);
// - the parent does nothing between the spawns, and joins either all of them without doing anything
//   in between, or none: so the events before and after each thread are the same. Joins are
//   counted: joining a thread twice is an error, and such a program is explored again without
//   symmetry (explore.cpp). An existing error of this kind is found: before the first join all
//   threads are equal, and all of them may finish there;
// - the results of the joins are unused;
// - only the parent has the threads as values, in registers and in variables that no other thread
//   accesses (accesses to those do not count as actions).
// All of this is found statically. In doubt, threads are not symmetric.

#include "semantics/passes/symmetry.h"

namespace drover::passes {

[[nodiscard]] std::vector<SymmetricThreads> find_symmetric_spawns(const Program& program);

}  // namespace drover::passes
