#pragma once

// Which threads that are spawned are symmetric: exchanging what two of them do gives an execution
// of the program again, in which nobody else can tell the difference. Said of threads that one
// parent spawns one right after the other, with the same function and arguments, where
// - the function neither spawns nor joins, nor asks which thread it is;
// - the parent does nothing between the spawns, and joins either all of them without doing anything
//   in between, or none: so what comes before and after each is the same for all. Joins are
//   counted: who joins one thread twice makes an error of it, and is explored again without
//   symmetry then (explore.cpp). That error is seen, if there is one: before the first join, all
//   are still the same, and all of them may run to their ends there;
// - nobody looks at what the joins give;
// - nobody but the parent ever has the threads as values, which it keeps in registers and in
//   variables that no other thread accesses (what it does with those counts as nothing).
// All that is found on the text. Where it is not sure, threads are not symmetric.

#include "semantics/passes/symmetry.h"

namespace drover::passes {

[[nodiscard]] std::vector<SymmetricThreads> find_symmetric_spawns(const Program& program);

}  // namespace drover::passes
