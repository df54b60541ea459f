#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "semantics/automaton/interpreter.h"
#include "semantics/program/program.h"

namespace drover::drawing {

// The label automata of `threads` as DOT, [RCMC] Fig. 7: a node per thread state with its
// label, an edge per value returned, ⊥ where the thread ends. Reads return every value
// that some thread of the program may write to their location.
struct AutomataDrawing {
  std::string dot;
  bool is_partial = false;  // the automata have more than MaxDrawnNodes nodes
};
inline constexpr std::size_t MaxDrawnNodes = 5000;

[[nodiscard]] AutomataDrawing draw_automata(const Program& program,
                                            std::span<const ThreadId> threads,
                                            UnfoldOptions options);

}  // namespace drover::drawing
