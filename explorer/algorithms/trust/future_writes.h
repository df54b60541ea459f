#pragma once

#include <cstddef>
#include <vector>

#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/thread_role.h"

namespace drover::trust {

// Which threads may still write, as far as their code shows it. To allocate, to free and to spawn
// count as well: what is left of other threads is reads, fences, choices and local steps.
class FutureWrites {
 public:
  // `automata` must outlive this.
  explicit FutureWrites(const ProgramAutomata& automata);

  // Of a thread that stands at a node. (One that has not been spawned does not: who would spawn it
  // may write in this sense.)
  [[nodiscard]] bool may_write(std::size_t thread, NodeId node) const {
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    if (!is_event(automaton.kind(node))) return false;
    const ThreadState& state = automaton.state(node);
    return state.is_write_pending || leads_to_write_[thread][state.at] != 0;
  }

  // Whether nobody writes any more before the threads of a role have finished.
  template <std::size_t Words>
  [[nodiscard]] bool is_all_written(const WorkingGraph<Words>& graph, ThreadRole role) const {
    for (std::size_t t = 0; t < graph.thread_count() && graph.role(t) <= role; ++t) {
      if (may_write(t, graph.thread(t).node)) return false;
    }
    return true;
  }

 private:
  const ProgramAutomata& automata_;
  std::vector<std::vector<char>> leads_to_write_;  // by thread and instruction
};

}  // namespace drover::trust
