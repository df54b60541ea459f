#pragma once

// Splits the code of a thread into straight-line pieces.

#include <optional>
#include <set>

#include "semantics/program/program.h"

namespace drover {

struct CodeRange {
  InstructionIndex begin = 0;
  InstructionIndex end = 0;  // a jump there ends the code
};

// Returns the first instructions of pieces. Unreachable code is in no piece.
[[nodiscard]] std::set<InstructionIndex> piece_beginnings(const Thread& thread, CodeRange range);

// Returns the target of a branch with a constant condition.
[[nodiscard]] std::optional<InstructionIndex> known_target(const Thread& thread,
                                                           const Branch& branch);

// True if control does not continue after the instruction.
[[nodiscard]] bool stops_thread(const InstructionBody& body);

}  // namespace drover
