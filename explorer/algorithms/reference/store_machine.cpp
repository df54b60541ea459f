// An operational machine, without axioms.
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

#include "explorer/algorithms/reference/store_machine.h"

#include <algorithm>

#include "support/check.h"

namespace drover::reference {

namespace {

bool is_full(Mode fence) { return fence == Mode::Sc || fence == Mode::Plain; }

bool waits_for_buffer(const MachineState& state, ThreadId thread, const Label& label) {
  const auto& buffer = state.buffers[thread.value];
  if (buffer.empty()) return false;
  if (label.kind == LabelKind::Spawn || label.kind == LabelKind::Join) return true;
  if (label.is_fence() && is_full(label.mode)) return true;
  // An exchange-await that is not satisfied does not step at all: see do_read.
  if (label.exclusive.kind != ExclusiveValues::Kind::None && !label.is_await) return true;
  // Nothing follows a store@sc before the buffer is empty, so that store is still the
  // thread's last event. (It may itself have left the buffer: under pso, out of turn.)
  const Event& last = state.graph.event(state.graph.events_of(thread).back());
  return last.label.is_write() && last.label.mode == Mode::Sc;
}

void write_to_memory(MachineState& state, EventId write) {
  const LocationId location = state.graph.event(write).label.location;
  state.graph.insert_coherence(write, state.graph.coherence(location).size());
}

void commit(MachineState& state, ThreadId thread, std::size_t entry) {
  auto& buffer = state.buffers[thread.value];
  write_to_memory(state, buffer[entry]);
  buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(entry));
  while (!buffer.empty() && buffer.front().is_none()) buffer.erase(buffer.begin());
}

}  // namespace

StoreMachine::StoreMachine(ProgramAutomata& automata, StoreBuffers buffers)
    : automata_(automata), kind_(buffers), roles_(automata.roles()) {}

MachineState StoreMachine::start() const {
  MachineState state{ExecutionGraph(roles_), {}, {}, {}};
  for (std::size_t t = 0; t < automata_.thread_count(); ++t) {
    state.nodes.push_back(automata_.thread(ThreadId(t)).initial());
  }
  state.ends.assign(state.nodes.size(), ThreadEnd::NotStarted);
  state.buffers.resize(state.nodes.size());
  settle_ends(state);
  return state;
}

// Marks threads at an end label as ended. A thread that may not start yet has not ended.
void StoreMachine::settle_ends(MachineState& state) const {
  for (std::size_t t = 0; t < state.nodes.size(); ++t) {
    if (!is_running(state, ThreadId(t))) continue;
    const Label& label = automata_.thread(ThreadId(t)).label(state.nodes[t]);
    if (!is_event(label.kind) && state.buffers[t].empty()) state.ends[t] = end_of(label);
  }
}

bool StoreMachine::is_running(const MachineState& state, ThreadId thread) const {
  return state.ends[thread.value] == ThreadEnd::NotStarted &&
         may_start(roles_[thread.value], roles_, state.ends);
}

std::vector<MachineMove> StoreMachine::moves(const MachineState& state) {
  std::vector<MachineMove> out;
  for (std::size_t t = 0; t < state.nodes.size(); ++t) {
    const ThreadId thread(t);
    for (std::size_t i = 0; i < state.buffers[t].size(); ++i) {
      if (may_commit(state, thread, i)) out.push_back({thread, i});
    }
    if (after(state, {thread})) out.push_back({thread});
  }
  return out;
}

std::optional<MachineState> StoreMachine::after(const MachineState& state, MachineMove move) {
  if (move.entry) {
    if (!may_commit(state, move.thread, *move.entry)) return std::nullopt;
    MachineState next = state;
    commit(next, move.thread, *move.entry);
    settle_ends(next);
    return next;
  }
  if (!is_running(state, move.thread)) return std::nullopt;
  const Label& label = automata_.thread(move.thread).label(state.nodes[move.thread.value]);
  if (!is_event(label.kind) || waits_for_buffer(state, move.thread, label) ||
      waits_for_thread(state, label)) {
    return std::nullopt;
  }
  MachineState next = state;
  if (!do_step(next, move.thread)) return std::nullopt;
  settle_ends(next);
  return next;
}

StepWait StoreMachine::wait_of(const MachineState& state, ThreadId thread) const {
  const NodeId node = state.nodes[thread.value];
  const Label& label = automata_.thread(thread).label(node);
  if (waits_for_buffer(state, thread, label)) return StepWait::Buffer;
  if (waits_for_thread(state, label)) return StepWait::Thread;
  if (!label.is_await) return StepWait::Nothing;
  MachineState next = state;
  next.graph.ensure_initial_write(label.location,
                                  automata_.locations().initial_value(label.location));
  const Value value = next.graph.event(visible_write(next, thread, label.location)).value;
  if (automata_.thread(thread).next(node, value).is_none()) return StepWait::Value;
  const bool is_update = label.exclusive.contains(value);
  return is_update && !state.buffers[thread.value].empty() ? StepWait::Buffer : StepWait::Nothing;
}

bool StoreMachine::waits_for_thread(const MachineState& state, const Label& label) const {
  if (label.kind != LabelKind::Join) return false;
  const ThreadId joined = ProgramAutomata::named_by(label);
  return state.ends[joined.value] != ThreadEnd::Finished ||
         !automata_.is_joinable(joined, state.nodes[joined.value]);
}

// ---- Buffered writes reach memory

bool StoreMachine::may_commit(const MachineState& state, ThreadId thread, std::size_t entry) const {
  const auto& buffer = state.buffers[thread.value];
  if (entry >= buffer.size() || buffer[entry].is_none()) return false;
  return !older_entry(state, thread, entry);
}

std::optional<std::size_t> StoreMachine::older_entry(const MachineState& state, ThreadId thread,
                                                     std::size_t entry) const {
  const auto& buffer = state.buffers[thread.value];
  const LocationId location = state.graph.event(buffer[entry]).label.location;
  for (std::size_t older = 0; older < entry; ++older) {
    const bool is_in_the_way = kind_ == StoreBuffers::Fifo ||
                               buffer[older].is_none() ||  // a fence@rel after older writes
                               state.graph.event(buffer[older]).label.location == location;
    if (is_in_the_way) return older;
  }
  return std::nullopt;
}

// ---- Threads take steps

bool StoreMachine::do_step(MachineState& state, ThreadId thread) {
  const NodeId node = state.nodes[thread.value];
  const Label label = automata_.thread(thread).label(node);
  if (label.is_access()) {
    state.graph.ensure_initial_write(label.location,
                                     automata_.locations().initial_value(label.location));
  }
  if (label.is_read()) return do_read(state, thread, node, label);
  do_other(state, thread, node, label);
  return true;
}

EventId StoreMachine::visible_write(const MachineState& state, ThreadId thread,
                                    LocationId location) {
  const auto& buffer = state.buffers[thread.value];
  const auto newest = std::find_if(buffer.rbegin(), buffer.rend(), [&](BufferEntry entry) {
    return !entry.is_none() && state.graph.event(entry).label.location == location;
  });
  return newest == buffer.rend() ? state.graph.coherence_maximal(location) : *newest;
}

// False if the read must wait.
bool StoreMachine::do_read(MachineState& state, ThreadId thread, NodeId node, const Label& label) {
  const EventId source = visible_write(state, thread, label.location);
  const Value value = state.graph.event(source).value;
  const NodeId next = automata_.thread(thread).next(node, value);
  if (next.is_none()) return false;
  const bool is_exclusive = label.exclusive.contains(value);
  if (is_exclusive && !state.buffers[thread.value].empty()) return false;
  const EventId read = state.graph.add(thread, node, label);
  state.graph.set_reads_from(read, source);
  state.nodes[thread.value] = next;
  if (is_exclusive) do_exclusive_write(state, thread, next);
  return true;
}

void StoreMachine::do_exclusive_write(MachineState& state, ThreadId thread, NodeId node) {
  const Label label = automata_.thread(thread).label(node);
  DROVER_CHECK(label.is_write() && label.is_exclusive_write,
               "the write of a read-modify-write follows its read");
  write_to_memory(state, state.graph.add(thread, node, label));
  state.nodes[thread.value] = automata_.thread(thread).next(node, 0);
}

void StoreMachine::do_other(MachineState& state, ThreadId thread, NodeId node, const Label& label) {
  const EventId event = state.graph.add(thread, node, label);
  Value value = 0;
  if (label.kind == LabelKind::Spawn) {
    const std::size_t spawned = ProgramAutomata::named_by(label).value;
    state.nodes[spawned] = automata_.start_of(thread, node);
    state.ends[spawned] = ThreadEnd::NotStarted;
  } else if (label.kind == LabelKind::Join) {
    const ThreadId joined = ProgramAutomata::named_by(label);
    value = automata_.result_of(joined, state.nodes[joined.value]);
    state.graph.set_read_value(event, value);
  }
  state.nodes[thread.value] = automata_.thread(thread).next(node, value);
  auto& buffer = state.buffers[thread.value];
  const bool orders_writes =
      (label.is_fence() || label.is_write()) && at_least(label.mode, Mode::Rel);
  if (orders_writes && !buffer.empty()) buffer.push_back(EventId::none());
  if (!label.is_write()) return;
  if (kind_ == StoreBuffers::None) {
    write_to_memory(state, event);
  } else {
    buffer.push_back(event);
  }
}

// ---- The end

void StoreMachine::finish(MachineState& state) {
  for (std::size_t t = 0; t < state.nodes.size(); ++t) {
    const ThreadId thread(t);
    if (!is_running(state, thread)) continue;
    const Label label = automata_.thread(thread).label(state.nodes[t]);
    if (label.kind == LabelKind::Join) {
      state.ends[t] = ThreadEnd::StuckAtJoin;
      continue;
    }
    DROVER_CHECK(label.is_await, "only awaits and joins keep a thread from moving");
    state.graph.ensure_initial_write(label.location,
                                     automata_.locations().initial_value(label.location));
    const EventId read = state.graph.add(thread, state.nodes[t], label);
    state.graph.set_reads_from(read, state.graph.coherence_maximal(label.location));
    state.ends[t] = end_of_wait(label);
  }
}

}  // namespace drover::reference
