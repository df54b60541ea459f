#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "explorer/algorithms/execution.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/model_traits.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::reference {

// The operational machine of sc, tso and pso: one memory, and a store buffer for each thread.
// See store_machine.cpp.

// An entry of a store buffer: a write, or none() for a fence@rel or the fence before a store@rel.
using BufferEntry = EventId;

// A state is a partial graph; the buffered writes and the next step of each thread follow from it.
struct MachineState {
  ExecutionGraph graph;
  std::vector<NodeId> nodes;
  std::vector<ThreadEnd> ends;                    // NotStarted also stands for "running"
  std::vector<std::vector<BufferEntry>> buffers;  // oldest first
};

// A thread takes a step, or one of its buffered writes reaches memory.
struct MachineMove {
  ThreadId thread;
  std::optional<std::size_t> entry = {};  // of its buffer; empty: a step

  bool operator==(const MachineMove&) const = default;
};

// What the next step of a thread waits for.
enum class StepWait : std::uint8_t {
  Nothing,
  Buffer,  // its buffer has to be empty
  Thread,  // the thread that it joins has not ended
  Value    // the value in memory does not end the wait of its await
};

// The rules of the machine. `automata` must outlive this.
class StoreMachine {
 public:
  StoreMachine(ProgramAutomata& automata, StoreBuffers buffers);

  [[nodiscard]] MachineState start() const;
  // Returns all possible moves: for each thread, its buffer first.
  [[nodiscard]] std::vector<MachineMove> moves(const MachineState& state);
  // Returns the state after a move; empty if the move is not possible.
  [[nodiscard]] std::optional<MachineState> after(const MachineState& state, MachineMove move);
  // The thread must be running, and at an event.
  [[nodiscard]] StepWait wait_of(const MachineState& state, ThreadId thread) const;
  // Returns the older entry of the buffer for which an entry waits; empty: none. `entry` must be a
  // write.
  [[nodiscard]] std::optional<std::size_t> older_entry(const MachineState& state, ThreadId thread,
                                                       std::size_t entry) const;
  // Returns the write that a read of `location` by `thread` sees now.
  [[nodiscard]] static EventId visible_write(const MachineState& state, ThreadId thread,
                                             LocationId location);
  // True if the thread has neither ended nor waits for other threads to end.
  [[nodiscard]] bool is_running(const MachineState& state, ThreadId thread) const;
  // Completes a state without moves to an execution: threads that wait at an await read memory once
  // more.
  void finish(MachineState& state);

 private:
  void settle_ends(MachineState& state) const;
  [[nodiscard]] bool waits_for_thread(const MachineState& state, const Label& label) const;
  [[nodiscard]] bool may_commit(const MachineState& state, ThreadId thread,
                                std::size_t entry) const;
  [[nodiscard]] bool do_step(MachineState& state, ThreadId thread);
  [[nodiscard]] bool do_read(MachineState& state, ThreadId thread, NodeId node, const Label& label);
  void do_exclusive_write(MachineState& state, ThreadId thread, NodeId node);
  void do_other(MachineState& state, ThreadId thread, NodeId node, const Label& label);

  ProgramAutomata& automata_;
  StoreBuffers kind_;
  std::vector<ThreadRole> roles_;
};

}  // namespace drover::reference
