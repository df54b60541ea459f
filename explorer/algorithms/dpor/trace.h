#pragma once

// An execution under sequential consistency as a sequence of events, with memory, the
// positions of the threads and happens-before [Godot] §IV-A. Grows and shrinks at its end.
//
// An event is an access (a read, a write, or a whole read-modify-write), with all steps of its
// thread up to the next access, or a join. The init block runs before the first event, and the
// final block after the last, with nothing in parallel. So neither is part of the sequence, and
// threads are workers only, numbered from 0.
//
// Happens-before is kept as vector clocks: clock(e)[t] is the number of events of t that happen
// before e, including e. The accesses of one location fall into groups of neighbours that do not
// conflict: reads, additions, or a single write. Each event conflicts with all events of the group
// before its own, so its clock is the join of theirs and of its predecessor's in its thread.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "explorer/algorithms/dpor/dpor_options.h"
#include "explorer/algorithms/dpor/wakeup_tree.h"
#include "explorer/algorithms/execution.h"
#include "explorer/graph/execution_graph.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::dpor {

class Trace {
 public:
  using Index = std::uint32_t;  // of an event in the sequence
  static constexpr Index None = static_cast<Index>(-1);

  struct Event {
    std::uint32_t thread = 0;  // of the workers
    std::uint32_t index = 0;   // in its thread
    Access access;
    bool is_await = false;
    bool is_conditional = false;  // whether it writes depends on the value it reads
    NodeId node;                  // its thread's node before the event
    Value before = 0;             // the location's value before: the value read
    Value after = 0;              // the location's value after
    Index previous_in_thread = None;
    Index previous_at_location = None;
    Index group_before = None;       // last event of the group before its own at the location
    std::uint32_t graph_events = 0;  // number of graph events the thread adds here
    std::uint32_t allocations = 0;   // allocations among them
    std::uint32_t spawned = 0;       // number of threads started here
    Index ordered_after =
        None;  // its predecessor in its thread, or the event that spawned its thread

    [[nodiscard]] bool is_join() const { return access.location.is_none(); }
  };

  Trace(ProgramAutomata& automata, Additions additions);

  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  // True if the init block has finished; otherwise no worker runs.
  [[nodiscard]] bool has_started() const { return has_started_; }

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] const Event& operator[](std::size_t event) const { return events_[event]; }
  // True if `first` happens before `second`, or is the same.
  [[nodiscard]] bool happens_before(std::size_t first, std::size_t second) const {
    return clock(second)[events_[first].thread] > events_[first].index;
  }
  [[nodiscard]] const std::uint32_t* clock(std::size_t event) const {
    return &clocks_[event * threads_.size()];
  }

  // True if the thread is at an access that is possible now.
  [[nodiscard]] bool is_enabled(std::uint32_t thread) const;
  [[nodiscard]] const Label& label_of(std::uint32_t thread) const {
    return *threads_[thread].label;
  }
  [[nodiscard]] NodeId node_of(std::uint32_t thread) const { return threads_[thread].node; }
  [[nodiscard]] Index last_of(std::uint32_t thread) const { return threads_[thread].last; }
  // Returns the last event of the thread, or the event that spawned it.
  [[nodiscard]] Index end_of_thread(std::uint32_t thread) const {
    const ThreadPosition& position = threads_[thread];
    return position.last == None ? position.spawned_in : position.last;
  }
  [[nodiscard]] Index last_at(LocationId location) const {
    return location.value < memory_.size() ? memory_[location.value].last : None;
  }
  // Returns the current value in memory.
  [[nodiscard]] Value last_value(LocationId location) const {
    return location.value < memory_.size() ? memory_[location.value].value
                                           : automata_.locations().initial_value(location);
  }
  // True if a thread at `node` can pass the await there when it reads `value`.
  [[nodiscard]] bool is_satisfied(std::uint32_t thread, NodeId node, Value value) const;
  [[nodiscard]] Access access_when(std::uint32_t thread, NodeId node, Value value) const {
    return access_of(automaton(thread).label(node), value);
  }

  [[nodiscard]] Access next_access(std::uint32_t thread) const {
    if (label_of(thread).kind == LabelKind::Join) return {LocationId::none(), AccessKind::Read};
    return access_of(label_of(thread), last_value(label_of(thread).location));
  }

  void push(std::uint32_t thread);
  void pop();

  [[nodiscard]] bool has_final() const { return has_final_; }
  // Describes the end of a maximal sequence, the final block included.
  void describe_end(Execution& execution);
  // Returns its graph, including the reads at which threads wait.
  [[nodiscard]] ExecutionGraph make_graph() const;
  // False only if every access in the graph is to memory that is already allocated.
  [[nodiscard]] bool may_misuse_memory() const;

 private:
  struct ThreadPosition {
    NodeId node;
    const Label* label = nullptr;
    Index last = None;  // its last event
    std::uint32_t count = 0;
    Index spawned_in = None;  // the spawning event; None also if it is before all events
  };
  struct Cell {
    Value value = 0;
    Index last = None;  // the last event at the location
    bool is_heap = false;
  };
  struct Allocation {
    Value base = 0;
    Value size = 0;
    std::uint32_t thread = 0;
    // The others know the allocation once they know this many events of the thread; 0: a block made
    // it, so all know it.
    std::uint32_t known_from = 0;
  };
  // The effect of a block that runs alone.
  struct BlockEnd {
    NodeId node;
    std::uint32_t graph_events = 0;
    bool is_waiting = false;
    bool misuses_memory = false;
  };

  [[nodiscard]] ThreadId id_of(std::uint32_t thread) const {
    return ThreadId(thread + first_worker_);
  }
  [[nodiscard]] ThreadAutomaton& automaton(std::uint32_t thread) const {
    return automata_.thread(id_of(thread));
  }
  Cell& cell(LocationId location) {
    if (location.value >= memory_.size()) add_cells(location);
    return memory_[location.value];
  }
  void add_cells(LocationId location);
  [[nodiscard]] Access access_of(const Label& label, Value value) const {
    if (label.is_write()) return {label.location, AccessKind::Write};
    if (label.is_commuting && additions_ == Additions::Commute) {
      return {label.location, AccessKind::Add};
    }
    return {label.location, label.exclusive.contains(value) ? AccessKind::Write : AccessKind::Read};
  }
  void run_local_steps(std::uint32_t thread, Event& event);
  void push_join(std::uint32_t thread);
  void start(std::uint32_t spawner, Event& event);
  [[nodiscard]] std::uint32_t joined_by(const Label& label) const {
    return static_cast<std::uint32_t>(ProgramAutomata::named_by(label).value - first_worker_);
  }
  void set_clocks(Event& event);
  BlockEnd run_block(ThreadId id);
  void undo_block(std::size_t allocations_before);
  [[nodiscard]] const Allocation* allocation_of(LocationId location) const;
  [[nodiscard]] bool is_heap(LocationId location) const { return memory_[location.value].is_heap; }

  class Replay;  // into a graph

  ProgramAutomata& automata_;
  Additions additions_;
  std::size_t first_worker_ = 0;
  bool has_init_ = false;
  bool has_final_ = false;
  bool has_started_ = true;
  bool has_frees_ = false;
  BlockEnd init_end_;
  BlockEnd final_end_;              // of the last described execution
  std::uint32_t local_events_ = 0;  // of workers, before their first accesses
  std::vector<ThreadPosition> threads_;
  std::vector<Cell> memory_;  // by LocationId
  std::vector<Event> events_;
  std::vector<std::uint32_t> clocks_;  // thread_count() per event
  std::vector<std::uint32_t> joins_;   // of the clocks of its group, up to the event
  std::vector<Allocation> allocations_;
  std::vector<std::uint32_t> started_;                     // by spawns, in order
  std::vector<std::pair<LocationId, Value>> overwritten_;  // by the running block
};

}  // namespace drover::dpor
