#pragma once

// Where the code of a thread falls into pieces that run from their first instruction to their last.

#include <optional>
#include <set>

#include "semantics/program/program.h"

namespace drover {

struct CodeRange {
  InstructionIndex begin = 0;
  InstructionIndex end = 0;  // jumping there ends the code
};

// The first instructions of pieces. Code that is not reached is in none of them.
[[nodiscard]] std::set<InstructionIndex> piece_beginnings(const Thread& thread, CodeRange range);

// The target of a branch whose condition is a constant.
[[nodiscard]] std::optional<InstructionIndex> known_target(const Thread& thread,
                                                           const Branch& branch);

// Whether nothing comes after the instruction.
[[nodiscard]] bool stops_thread(const InstructionBody& body);

}  // namespace drover
