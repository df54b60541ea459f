#pragma once

// An execution under sequential consistency as a sequence of events, with memory, the
// positions of the threads and happens-before [Godot] §IV-A. Grows and shrinks at its end.
//
// An event is an access: a read, a write, or a read-modify-write as a whole; and whatever its
// thread does from there up to its next access. Fences, calls, allocations and frees commute
// with everything, so they are not events of their own. (That a use of memory and its free are
// not ordered is seen in the graph, whichever came first in the sequence.)
//
// A spawn is one of the things that a thread does after an access; its thread then runs up to its
// first access, as part of the same event. A join is an event of its own, which conflicts with
// nothing, and can happen once its thread has finished.
//
// The init block has run before the first event, and nothing else can happen meanwhile; the
// same is true of the final block after the last. So neither is part of the sequence, and
// threads are workers only, numbered from 0.
//
// Happens-before is kept as vector clocks: clock(e)[t] is how many events of t happen before e,
// e itself counted. The accesses of one location fall into groups of neighbours that do not
// conflict: reads, additions, or a single write. Each event conflicts with all of the group
// before its own, so its clock is the join of these and of the event before it in its thread.

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
    NodeId node;                  // where its thread stood
    Value before = 0;             // what the location held: the value read
    Value after = 0;              // what it holds afterwards
    Index previous_in_thread = None;
    Index previous_at_location = None;
    Index group_before = None;       // last event of the group before its own at the location
    std::uint32_t graph_events = 0;  // how many events of a graph the thread adds here
    std::uint32_t allocations = 0;   // how many of them are allocations
    std::uint32_t spawned = 0;       // how many threads are started here
    Index ordered_after =
        None;  // the event before it in its thread, or that its thread is spawned in

    [[nodiscard]] bool is_join() const { return access.location.is_none(); }
  };

  Trace(ProgramAutomata& automata, Additions additions);

  [[nodiscard]] std::size_t thread_count() const { return threads_.size(); }
  // Whether the init block has come to its end; if not, no worker runs.
  [[nodiscard]] bool has_started() const { return has_started_; }

  [[nodiscard]] std::size_t size() const { return events_.size(); }
  [[nodiscard]] const Event& operator[](std::size_t event) const { return events_[event]; }
  // Whether `first` happens before `second`, or is the same.
  [[nodiscard]] bool happens_before(std::size_t first, std::size_t second) const {
    return clock(second)[events_[first].thread] > events_[first].index;
  }
  [[nodiscard]] const std::uint32_t* clock(std::size_t event) const {
    return &clocks_[event * threads_.size()];
  }

  // Whether the thread is at an access that it can do now.
  [[nodiscard]] bool is_enabled(std::uint32_t thread) const;
  // The label at which a thread stands.
  [[nodiscard]] const Label& label_of(std::uint32_t thread) const {
    return *threads_[thread].label;
  }
  [[nodiscard]] NodeId node_of(std::uint32_t thread) const { return threads_[thread].node; }
  [[nodiscard]] Index last_of(std::uint32_t thread) const { return threads_[thread].last; }
  // The last event of the thread, or that it is spawned in.
  [[nodiscard]] Index end_of_thread(std::uint32_t thread) const {
    const ThreadPosition& position = threads_[thread];
    return position.last == None ? position.spawned_in : position.last;
  }
  [[nodiscard]] Index last_at(LocationId location) const {
    return location.value < memory_.size() ? memory_[location.value].last : None;
  }
  // What memory holds now.
  [[nodiscard]] Value last_value(LocationId location) const {
    return location.value < memory_.size() ? memory_[location.value].value
                                           : automata_.locations().initial_value(location);
  }
  // Whether a thread at `node` can pass the await there when it reads `value`.
  [[nodiscard]] bool is_satisfied(std::uint32_t thread, NodeId node, Value value) const;
  // How the access at `node` would look if it read `value`.
  [[nodiscard]] Access access_when(std::uint32_t thread, NodeId node, Value value) const {
    return access_of(automaton(thread).label(node), value);
  }

  // How the access of a thread that is enabled looks now.
  [[nodiscard]] Access next_access(std::uint32_t thread) const {
    if (label_of(thread).kind == LabelKind::Join) return {LocationId::none(), AccessKind::Read};
    return access_of(label_of(thread), last_value(label_of(thread).location));
  }

  void push(std::uint32_t thread);
  void pop();

  // Fills in how a maximal sequence ends, the final block included.
  void describe_end(Execution& execution);
  // Its graph; reads at which threads wait are part of it.
  [[nodiscard]] ExecutionGraph make_graph() const;
  // False only if no access in the graph is to memory that is not allocated, or not yet.
  [[nodiscard]] bool may_misuse_memory() const;

 private:
  struct ThreadPosition {
    NodeId node;
    const Label* label = nullptr;
    Index last = None;  // its last event
    std::uint32_t count = 0;
    Index spawned_in = None;  // the event; None also if that is before all events
  };
  struct Cell {
    Value value = 0;
    Index last = None;  // the last event there
    bool is_heap = false;
  };
  struct Allocation {
    Value base = 0;
    Value size = 0;
    std::uint32_t thread = 0;
    std::uint32_t known_from = 0;  // how many events of it one must know to know of this one; 0:
                                   // made by a block, which all of the others know
  };
  // What a block that runs alone does to memory.
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
  BlockEnd final_end_;              // of the last execution that was described
  std::uint32_t local_events_ = 0;  // of workers, before their first accesses
  std::vector<ThreadPosition> threads_;
  std::vector<Cell> memory_;  // by LocationId
  std::vector<Event> events_;
  std::vector<std::uint32_t> clocks_;  // thread_count() per event
  std::vector<std::uint32_t> joins_;   // of the clocks of its group up to the event
  std::vector<Allocation> allocations_;
  std::vector<std::uint32_t> started_;                     // by spawns, in order
  std::vector<std::pair<LocationId, Value>> overwritten_;  // by the block at work
};

}  // namespace drover::dpor
