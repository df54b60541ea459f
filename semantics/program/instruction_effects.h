#pragma once

#include <cstddef>
#include <vector>

#include "semantics/program/program.h"

namespace drover {

// The registers that one instruction reads and the one that it writes, if any. Counters of
// loops are written by LoopStart; that LoopIteration counts is not an effect here.
struct Effects {
  std::vector<RegisterId> reads;
  RegisterId writes;
};

// The register after that of allocations: a thread that spawns counts its spawns there.
[[nodiscard]] constexpr RegisterId spawn_register(RegisterId allocation_register) {
  return RegisterId(allocation_register.value + std::size_t{1});
}

// Allocate reads and writes `allocation_register` besides its target, Spawn its spawn_register.
[[nodiscard]] Effects effects_of(const Instruction& instruction, const ExpressionPool& pool,
                                 RegisterId allocation_register);

// Whether a thread that comes to it may do more than compute.
[[nodiscard]] bool may_be_event(const InstructionBody& body);

// Whether some thread may come where no execution comes (BlockInstruction::is_dropped).
[[nodiscard]] bool may_drop(const Program& program);

// Where control may go from the instruction at `at`.
[[nodiscard]] std::vector<InstructionIndex> successors_of(const Instruction& instruction,
                                                          InstructionIndex at);

}  // namespace drover
