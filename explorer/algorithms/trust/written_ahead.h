#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "semantics/automaton/thread_automaton.h"

namespace drover::trust {

// Where threads may still write, as far as their code shows it: which shared objects, and whether
// the heap. (Of `help` calls that are left out, the body is.)
class WrittenAhead {
 public:
  // `automata` must outlive this.
  explicit WrittenAhead(const ProgramAutomata& automata);

  // Whether a thread that stands at a node, or one that it spawns, may write to a cell.
  [[nodiscard]] bool may_write(std::size_t thread, NodeId node, Value address) const;

 private:
  using Objects = std::vector<bool>;  // by shared object; the last is the heap

  const ProgramAutomata& automata_;
  std::vector<std::vector<Objects>> aheads_;  // by thread and instruction, itself included
};

}  // namespace drover::trust
