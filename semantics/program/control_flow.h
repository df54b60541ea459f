#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "semantics/program/dominators.h"
#include "semantics/program/program.h"

namespace drover {

// A natural loop: the instructions that the header dominates and that lead back to it.
struct NaturalLoop {
  InstructionIndex header = 0;
  std::vector<bool> contains;                // by instruction
  std::vector<InstructionIndex> back_edges;  // the instructions that jump to the header
};

// The control flow of one thread: each instruction is a node.
class ControlFlow : public Dominators {
 public:
  explicit ControlFlow(const Thread& thread);

  // True if the target of the edge dominates its source. If every backward jump is a back edge
  // (`is_reducible`), the code can be written with loops alone.
  [[nodiscard]] bool is_back_edge(InstructionIndex from, InstructionIndex to) const {
    return dominates(to, from);
  }

  // Inner loops come before outer ones. Jumps to the same header make one loop.
  [[nodiscard]] const std::vector<NaturalLoop>& loops() const { return loops_; }

 private:
  std::vector<NaturalLoop> loops_;
};

// Returns the index in Program::loops of the loop whose iterations are counted in a natural loop,
// outside of its inner loops.
[[nodiscard]] std::optional<std::uint32_t> source_loop(const Thread& thread,
                                                       const ControlFlow& flow,
                                                       const NaturalLoop& loop);

// By instruction: true if it counts the iterations of a loop that only computes.
[[nodiscard]] std::vector<bool> find_local_loops(const Thread& thread);

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
