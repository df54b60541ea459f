#pragma once

#include <span>
#include <string>

#include "semantics/interpreter.h"
#include "semantics/program.h"

namespace drover {

// The label automata of `threads` as DOT, [RCMC] Fig. 7: a node per thread state with its
// label, an edge per value returned, ⊥ where the thread ends. Reads return every value
// that some thread of the program may write to their location.
[[nodiscard]] std::string automata_dot(const Program& program, std::span<const ThreadId> threads,
                                       UnfoldOptions options);

}  // namespace drover
