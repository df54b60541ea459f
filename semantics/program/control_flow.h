#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "semantics/program/dominators.h"
#include "semantics/program/program.h"

namespace drover {

// A natural loop: the instructions from which its header can be reached again without
// leaving what the header dominates.
struct NaturalLoop {
  InstructionIndex header = 0;
  std::vector<bool> contains;                // by instruction
  std::vector<InstructionIndex> back_edges;  // the instructions that jump to the header
};

// The control flow of one thread: each instruction is a node.
class ControlFlow {
 public:
  explicit ControlFlow(const Thread& thread);

  [[nodiscard]] std::size_t size() const { return graph_.size(); }
  [[nodiscard]] const std::vector<InstructionIndex>& successors(InstructionIndex at) const {
    return graph_.successors(at);
  }
  [[nodiscard]] const std::vector<InstructionIndex>& predecessors(InstructionIndex at) const {
    return graph_.predecessors(at);
  }

  // Reachable instructions such that each comes before those it leads to, but for jumps
  // backwards.
  [[nodiscard]] const std::vector<InstructionIndex>& order() const { return graph_.order(); }
  [[nodiscard]] std::size_t position(InstructionIndex at) const { return graph_.position(at); }

  // Whether every way to `b` leads through `a`.
  [[nodiscard]] bool dominates(InstructionIndex a, InstructionIndex b) const {
    return graph_.dominates(a, b);
  }
  // Whether the edge goes back to what dominates it.
  [[nodiscard]] bool is_back_edge(InstructionIndex from, InstructionIndex to) const {
    return dominates(to, from);
  }
  // Whether every jump backwards is a back edge: the code could be written with loops alone.
  [[nodiscard]] bool is_reducible() const { return graph_.is_reducible(); }

  // Inner loops come before the loops they are in. Jumps to the same header make one loop.
  [[nodiscard]] const std::vector<NaturalLoop>& loops() const { return loops_; }

 private:
  void find_loops();

  Dominators graph_;
  std::vector<NaturalLoop> loops_;
};

// The loop of Program::loops that a natural loop is: the one that is counted inside it, but not
// further inside.
[[nodiscard]] std::optional<std::uint32_t> source_loop(const Thread& thread,
                                                       const ControlFlow& flow,
                                                       const NaturalLoop& loop);

// By instruction: whether it counts the iterations of a loop in which the thread only computes.
[[nodiscard]] std::vector<bool> find_local_loops(const Thread& thread);

}  // namespace drover
