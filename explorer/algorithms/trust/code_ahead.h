#pragma once

#include <cstddef>
#include <vector>

#include "explorer/graph/working_graph.h"
#include "semantics/automaton/thread_automaton.h"
#include "semantics/program/thread_role.h"

namespace drover::trust {

// Static analysis: which kinds of instructions a thread can still reach.
class CodeAhead {
 public:
  // `automata` must outlive this.
  explicit CodeAhead(const ProgramAutomata& automata);

  // True if a thread at this node may still write. Allocate, free and spawn count as writes; the
  // other threads have only reads, fences, choices and local steps left. (An unspawned thread does
  // not count: the thread that would spawn it does.)
  [[nodiscard]] bool may_write(std::size_t thread, NodeId node) const {
    const ThreadAutomaton& automaton = automata_.thread(ThreadId(thread));
    if (!is_event(automaton.kind(node))) return false;
    const ThreadState& state = automaton.state(node);
    return state.is_write_pending || (aheads_[thread][state.at] & Writes) != 0;
  }
  // True if no thread can write before all threads up to `role` have finished.
  template <std::size_t Words>
  [[nodiscard]] bool is_all_written(const WorkingGraph<Words>& graph, ThreadRole role) const {
    for (std::size_t t = 0; t < graph.thread_count() && graph.role(t) <= role; ++t) {
      if (may_write(t, graph.thread(t).node)) return false;
    }
    return true;
  }

  // True if a thread at this event can reach a block or an assumption.
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
  std::vector<std::vector<Ahead>> aheads_;  // by thread and instruction (inclusive)
};

}  // namespace drover::trust
