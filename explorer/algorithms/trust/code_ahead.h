#pragma once

#include <cstddef>
#include <vector>

#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/thread_role.h"

namespace drover::trust {

// What threads may still come to, as far as their code shows it.
class CodeAhead {
 public:
  // `automata` must outlive this.
  explicit CodeAhead(const ProgramAutomata& automata);

  // Whether a thread that stands at a node may write. To allocate, to free and to spawn count as
  // well: what is left of other threads is reads, fences, choices and local steps. (A thread that
  // has not been spawned does not write: who would spawn it may, in this sense.)
  [[nodiscard]] bool may_write(std::size_t thread, NodeId node) const {
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    if (!is_event(automaton.kind(node))) return false;
    const ThreadState& state = automaton.state(node);
    return state.is_write_pending || (aheads_[thread][state.at] & Writes) != 0;
  }
  // Whether nobody writes any more before the threads of a role have finished.
  template <std::size_t Words>
  [[nodiscard]] bool is_all_written(const WorkingGraph<Words>& graph, ThreadRole role) const {
    for (std::size_t t = 0; t < graph.thread_count() && graph.role(t) <= role; ++t) {
      if (may_write(t, graph.thread(t).node)) return false;
    }
    return true;
  }

  // Whether a thread that stands at an event may come to a block or an assumption.
  [[nodiscard]] bool may_block(std::size_t thread, NodeId node) const {
    return (aheads_[thread][automata_.thread(ThreadId(thread)).state(node).at] & Blocks) != 0;
  }

 private:
  using Ahead = unsigned char;
  static constexpr Ahead Writes = 1;
  static constexpr Ahead Blocks = 2;

  [[nodiscard]] static Ahead at(const InstructionBody& body);
  [[nodiscard]] static std::vector<Ahead> from_all(const Thread& thread);

  const ProgramAutomata& automata_;
  std::vector<std::vector<Ahead>> aheads_;  // by thread and instruction, itself included
};

}  // namespace drover::trust
