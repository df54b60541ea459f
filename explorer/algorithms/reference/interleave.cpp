// The second reference explorer: an operational machine, run in every way. It knows
// nothing of axioms; what it shares with `enumerate` are automata, graphs and labels.
//
// The machine has one memory; coherence is the order in which writes reach it. A thread
// that writes puts the write into its store buffer (sc: into memory at once); a read takes
// the newest buffered write of its own thread to that location, else memory. A buffered
// write may reach memory
//   tso: when it is the oldest of its thread;
//   pso: when no older one of its thread goes to the same location, and no fence@rel (or
//        acqrel) lies between it and an older one. A store of mode rel or more has such a
//        fence right before it.
// A fence@sc, a read-modify-write, and whatever follows an explicit @sc store wait until the
// thread's buffer is empty. A compare-and-swap waits whether or not it will succeed: it does
// not know before it reads. A read-modify-write reads and writes memory in one step. An await
// waits until the value it would read satisfies it. A spawn and a join wait until the buffer is
// empty, and a join until its thread has finished, the buffer of which is empty then.
//
// When nothing can move, the threads that wait at an await read memory once more: those
// are the stuck reads of blocked executions.
//
// The search keeps the states it has been in. A state is a partial graph: which writes
// are buffered, and what each thread does next, follows from it.

#include "explorer/algorithms/reference/interleave.h"

#include <algorithm>
#include <unordered_set>
#include <utility>
#include <vector>

#include "explorer/graph/graph_hash.h"
#include "support/check.h"

namespace drover::reference {

namespace {

// An entry of a store buffer: a write, or the mark that a fence@rel leaves, or that comes before
// a store@rel (none()).
using BufferEntry = EventId;

struct Machine {
  ExecutionGraph graph;
  std::vector<NodeId> nodes;
  std::vector<ThreadEnd> ends;  // NotStarted also stands for "running"
  std::vector<std::vector<BufferEntry>> buffers;
};

class Interleaving {
 public:
  Interleaving(ProgramAutomata& automata, StoreBuffers buffers, RunControl& control,
               ExecutionObserver& observer)
      : automata_(automata),
        kind_(buffers),
        control_(control),
        observer_(observer),
        roles_(automata.roles()) {}

  void run() {
    Machine start{ExecutionGraph(roles_), {}, {}, {}};
    for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
      start.nodes.push_back(automata_.thread(ThreadId(t)).initial());
    }
    start.ends.assign(start.nodes.size(), ThreadEnd::NotStarted);
    start.buffers.resize(start.nodes.size());
    pending_.push_back(std::move(start));
    while (!pending_.empty() && !control_.should_stop_now(pending_.back().graph.size())) {
      Machine machine = std::move(pending_.back());
      pending_.pop_back();
      explore(std::move(machine));
    }
  }

 private:
  void explore(Machine machine) {
    if (machine.graph.size() > MaxReferenceEvents) {
      control_.stop(StopReason::TooManyEvents);
      return;
    }
    if (!visited_.insert(hash_graph(machine.graph, CoherencePart::Included)).second) return;
    settle_ends(machine);
    bool moved = false;
    for (std::size_t t = 0; t < machine.nodes.size(); ++t) {
      const ThreadId thread(t);
      moved |= try_commits(machine, thread);
      moved |= try_step(machine, thread);
    }
    if (!moved) report(std::move(machine));
  }

  // A thread at an end label has ended; one that may not start yet has not.
  void settle_ends(Machine& machine) const {
    for (std::size_t t = 0; t < machine.nodes.size(); ++t) {
      if (!is_running(machine, ThreadId(t))) continue;
      const Label& label = automata_.thread(ThreadId(t)).label(machine.nodes[t]);
      if (!is_event(label.kind) && machine.buffers[t].empty()) machine.ends[t] = end_of(label);
    }
  }

  [[nodiscard]] bool is_running(const Machine& machine, ThreadId thread) const {
    return machine.ends[thread.value] == ThreadEnd::NotStarted &&
           may_start(roles_[thread.value], roles_, machine.ends);
  }

  // ---- Buffered writes reach memory

  bool try_commits(const Machine& machine, ThreadId thread) {
    bool committed = false;
    const auto& buffer = machine.buffers[thread.value];
    for (std::size_t i = 0; i < buffer.size(); ++i) {
      if (buffer[i].is_none()) break;  // a fence@rel with older writes before it
      if (!may_commit(machine, buffer, i)) continue;
      Machine after = machine;
      commit(after, thread, i);
      pending_.push_back(std::move(after));
      committed = true;
    }
    return committed;
  }

  [[nodiscard]] bool may_commit(const Machine& machine, const std::vector<BufferEntry>& buffer,
                                std::size_t entry) const {
    if (kind_ == StoreBuffers::Fifo) return entry == 0;
    const LocationId location = machine.graph.event(buffer[entry]).label.location;
    return std::none_of(
        buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(entry),
        [&](BufferEntry older) { return machine.graph.event(older).label.location == location; });
  }

  static void commit(Machine& machine, ThreadId thread, std::size_t entry) {
    auto& buffer = machine.buffers[thread.value];
    write_to_memory(machine, buffer[entry]);
    buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(entry));
    while (!buffer.empty() && buffer.front().is_none()) buffer.erase(buffer.begin());
  }

  static void write_to_memory(Machine& machine, EventId write) {
    const LocationId location = machine.graph.event(write).label.location;
    machine.graph.insert_coherence(write, machine.graph.coherence(location).size());
  }

  // ---- Threads take steps

  bool try_step(const Machine& machine, ThreadId thread) {
    if (!is_running(machine, thread)) return false;
    const NodeId node = machine.nodes[thread.value];
    const Label label = automata_.thread(thread).label(node);
    if (!is_event(label.kind) || waits_for_buffer(machine, thread, label) ||
        waits_for_thread(machine, label)) {
      return false;
    }
    Machine after = machine;
    if (label.is_access()) {
      after.graph.ensure_initial_write(label.location,
                                       automata_.locations().initial_value(label.location));
    }
    const bool done = label.is_read() ? do_read(after, thread, node, label)
                                      : do_other(after, thread, node, label);
    if (done) pending_.push_back(std::move(after));
    return done;
  }

  [[nodiscard]] static bool waits_for_buffer(const Machine& machine, ThreadId thread,
                                             const Label& label) {
    const auto& buffer = machine.buffers[thread.value];
    if (buffer.empty()) return false;
    if (label.kind == LabelKind::Spawn || label.kind == LabelKind::Join) return true;
    if (label.is_fence() && is_full(label.mode)) return true;
    // An exchange-await that is not satisfied does not step at all: see do_read.
    if (label.exclusive.kind != ExclusiveValues::Kind::None && !label.is_await) return true;
    // Nothing follows a store@sc before the buffer is empty, so that store is still the
    // thread's last event. (It may itself have left the buffer: under pso, out of turn.)
    const Event& last = machine.graph.event(machine.graph.events_of(thread).back());
    return last.label.is_write() && last.label.mode == Mode::Sc;
  }

  [[nodiscard]] bool waits_for_thread(const Machine& machine, const Label& label) const {
    if (label.kind != LabelKind::Join) return false;
    const ThreadId joined = ProgramAutomata::named_by(label);
    return machine.ends[joined.value] != ThreadEnd::Finished ||
           !automata_.is_joinable(joined, machine.nodes[joined.value]);
  }

  [[nodiscard]] static bool is_full(Mode fence) {
    return fence == Mode::Sc || fence == Mode::Plain;
  }

  // The write that a read of `location` by `thread` sees now.
  [[nodiscard]] static EventId visible_write(const Machine& machine, ThreadId thread,
                                             LocationId location) {
    const auto& buffer = machine.buffers[thread.value];
    const auto newest = std::find_if(buffer.rbegin(), buffer.rend(), [&](BufferEntry entry) {
      return !entry.is_none() && machine.graph.event(entry).label.location == location;
    });
    return newest == buffer.rend() ? machine.graph.coherence_maximal(location) : *newest;
  }

  // False if the read has to wait.
  bool do_read(Machine& machine, ThreadId thread, NodeId node, const Label& label) {
    const EventId source = visible_write(machine, thread, label.location);
    const Value value = machine.graph.event(source).value;
    const NodeId next = automata_.thread(thread).next(node, value);
    if (next.is_none()) return false;
    const bool is_exclusive = label.exclusive.contains(value);
    if (is_exclusive && !machine.buffers[thread.value].empty()) return false;
    const EventId read = machine.graph.add(thread, node, label);
    machine.graph.set_reads_from(read, source);
    machine.nodes[thread.value] = next;
    if (is_exclusive) do_exclusive_write(machine, thread, next);
    return true;
  }

  void do_exclusive_write(Machine& machine, ThreadId thread, NodeId node) {
    const Label label = automata_.thread(thread).label(node);
    DROVER_CHECK(label.is_write() && label.is_exclusive_write,
                 "the write of a read-modify-write follows its read");
    write_to_memory(machine, machine.graph.add(thread, node, label));
    machine.nodes[thread.value] = automata_.thread(thread).next(node, 0);
  }

  bool do_other(Machine& machine, ThreadId thread, NodeId node, const Label& label) {
    const EventId event = machine.graph.add(thread, node, label);
    Value value = 0;
    if (label.kind == LabelKind::Spawn) {
      const std::size_t spawned = ProgramAutomata::named_by(label).value;
      machine.nodes[spawned] = automata_.start_of(thread, node);
      machine.ends[spawned] = ThreadEnd::NotStarted;
    } else if (label.kind == LabelKind::Join) {
      const ThreadId joined = ProgramAutomata::named_by(label);
      value = automata_.result_of(joined, machine.nodes[joined.value]);
      machine.graph.set_read_value(event, value);
    }
    machine.nodes[thread.value] = automata_.thread(thread).next(node, value);
    auto& buffer = machine.buffers[thread.value];
    const bool orders_writes =
        (label.is_fence() || label.is_write()) && at_least(label.mode, Mode::Rel);
    if (orders_writes && !buffer.empty()) buffer.push_back(EventId::none());
    if (label.is_write()) {
      if (kind_ == StoreBuffers::None) {
        write_to_memory(machine, event);
      } else {
        buffer.push_back(event);
      }
    }
    return true;
  }

  // ---- The end

  void report(Machine machine) {
    for (std::size_t t = 0; t < machine.nodes.size(); ++t) {
      const ThreadId thread(t);
      if (!is_running(machine, thread)) continue;
      const Label label = automata_.thread(thread).label(machine.nodes[t]);
      if (label.kind == LabelKind::Join) {
        machine.ends[t] = ThreadEnd::StuckAtJoin;
        continue;
      }
      DROVER_CHECK(label.is_await, "only awaits and joins keep a thread from moving");
      machine.graph.ensure_initial_write(label.location,
                                         automata_.locations().initial_value(label.location));
      const EventId read = machine.graph.add(thread, machine.nodes[t], label);
      machine.graph.set_reads_from(read, machine.graph.coherence_maximal(label.location));
      machine.ends[t] = end_of_wait(label);
    }
    observer_.on_execution({machine.graph, machine.nodes, machine.ends});
  }

  ProgramAutomata& automata_;
  StoreBuffers kind_;
  RunControl& control_;
  ExecutionObserver& observer_;
  std::vector<ThreadRole> roles_;
  std::vector<Machine> pending_;
  std::unordered_set<GraphHash> visited_;
};

}  // namespace

void interleave_executions(ProgramAutomata& automata, StoreBuffers buffers, RunControl& control,
                           ExecutionObserver& observer) {
  Interleaving(automata, buffers, control, observer).run();
}

}  // namespace drover::reference
