#include "explorer/algorithms/reference/thread_runs.h"

#include <algorithm>
#include <utility>

#include "semantics/program/control_flow.h"
#include "semantics/program/operands.h"

namespace drover::reference {

std::vector<bool> may_write_from(const Thread& thread) {
  std::vector<bool> out(thread.code.size(), false);
  bool has_changed = true;
  while (std::exchange(has_changed, false)) {
    for (std::size_t at = thread.code.size(); at-- > 0;) {
      const InstructionBody& body = thread.code[at].body;
      bool writes = may_write(body);
      if (const auto* jump = std::get_if<Jump>(&body)) {
        writes |= out[jump->target];
      } else if (const auto* branch = std::get_if<Branch>(&body)) {
        writes |= out[branch->if_true] || out[branch->if_false];
      } else if (!stops_thread(body) && at + 1 < out.size()) {
        writes |= out[at + 1];
      }
      if (const auto* call = std::get_if<CallMarker>(&body)) writes |= out[call->end];
      has_changed |= writes != out[at];
      out[at] = writes;
    }
  }
  return out;
}

void ThreadRuns::begin(Goal goal, const ThreadGroup& group, std::size_t thread,
                       const MessageList& memory) {
  goal_ = goal;
  promising_ = thread;
  memory_ = memory;
  given_ = static_cast<Timestamp>(memory.size());
  open_.clear();
  found_.clear();
  runs_.clear();
  is_certified_ = false;
  go({group, std::vector<Halt>(group.size(), Halt::No),
      std::vector<ThreadEnd>(group.size(), ThreadEnd::NotStarted)});
}

std::vector<GroupRun> ThreadRuns::whole_runs(const ThreadGroup& group, const MessageList& memory) {
  begin(Goal::WholeRuns, group, 0, memory);
  return std::move(runs_);
}

std::set<Message> ThreadRuns::possible_promises(const ThreadGroup& group, std::size_t thread,
                                                const MessageList& memory) {
  begin(Goal::Promises, group, thread, memory);
  return std::move(found_);
}

bool ThreadRuns::can_fulfil(const ThreadGroup& group, std::size_t thread,
                            const MessageList& memory) {
  begin(Goal::Certificate, group, thread, memory);
  return is_certified_;
}

// Once all promises are fulfilled, so are those that this run could have made.
void ThreadRuns::confirm() {
  is_certified_ = true;
  found_.insert(open_.begin(), open_.end());
}

// True if the run gives nothing that is asked for.
bool ThreadRuns::is_hopeless(const PromisingThread& thread) const {
  const Timestamp bound = machine_.before_later_writes(thread).write;
  if (!thread.promises.empty() && thread.promises.front() <= bound) return true;
  return goal_ != Goal::WholeRuns && thread.promises.empty() && bound > given_;
}

// True if the thread is at an event and does not wait for another thread.
bool ThreadRuns::may_go_on(const State& state, std::size_t thread) const {
  const PromisingThread& at = state.threads[thread];
  if (state.halts[thread] != Halt::No) return false;
  if (automata_.thread(at.id).is_dormant(at.node)) return false;
  const Label& label = machine_.label(at);
  if (label.kind != LabelKind::Join) return true;
  const ThreadId joined = ProgramAutomata::named_by(label);
  const auto found = std::ranges::find(state.threads, joined, &PromisingThread::id);
  return automata_.is_joinable(joined, found->node);
}

// Lets the first thread that can go on take a step.
void ThreadRuns::go(State state) {
  if (goal_ == Goal::Certificate && is_certified_) return;
  if (control_.should_stop(state.threads.front().done.size())) return;
  if (goal_ != Goal::WholeRuns) {
    const PromisingThread& promising = state.threads[promising_];
    const bool is_over = state.halts[promising_] != Halt::No;
    if (!is_over && machine_.label(promising).is_dropped) return;
    if (promising.promises.empty()) {
      confirm();
      if (is_over) return;
      const ThreadAutomaton& automaton = automata_.thread(promising.id);
      const bool has_started = !automaton.is_dormant(promising.node);
      const auto at = automaton.state(promising.node).at;
      if (has_started && !may_write_[promising.id.value][at]) return;
    }
  }
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    if (may_go_on(state, t)) return step(std::move(state), t);
  }
  if (goal_ == Goal::WholeRuns) end_run(state);
}

void ThreadRuns::step(State state, std::size_t thread) {
  PromisingThread& at = state.threads[thread];
  const Label& label = machine_.label(at);
  if (label.is_dropped) return;
  if (!is_event(label.kind)) {
    state.halts[thread] = Halt::Ended;
    state.ends[thread] = end_of(label);
    if (goal_ == Goal::WholeRuns && !at.promises.empty()) return;
    return go(std::move(state));
  }
  if (at.done.size() > MaxReferenceEvents) return control_.stop(StopReason::TooManyEvents);
  if ((goal_ == Goal::WholeRuns || thread == promising_) && is_hopeless(at)) return;
  switch (label.kind) {
    case LabelKind::Read: return read(state, thread);
    case LabelKind::Write: return write(std::move(state), thread);
    case LabelKind::Fence: machine_.pass_barrier(at); break;
    case LabelKind::Spawn: spawn(state, thread); break;
    case LabelKind::Join: join(state, thread); break;
    case LabelKind::Choose:
      for (Value value = 0; value < label.size; ++value) {
        State next = state;
        machine_.choose(next.threads[thread], value);
        go(std::move(next));
      }
      return;
    default: machine_.pass_other(at); break;
  }
  go(std::move(state));
}

void ThreadRuns::read(const State& state, std::size_t thread) {
  const LocationId location = machine_.label(state.threads[thread]).location;
  const auto end = static_cast<Timestamp>(memory_.size());
  for (Timestamp at = last_message(memory_, location, 0, end);;
       at = last_message(memory_, location, 0, at - 1)) {
    if (machine_.obstacle_to_read(state.threads[thread], memory_, at).is_none()) {
      read_at(state, thread, at);
    }
    if (at == 0) break;
  }
  if (goal_ != Goal::WholeRuns && thread == promising_) read_unwritten(state, thread);
}

// The message must be readable.
void ThreadRuns::read_at(const State& state, std::size_t thread, Timestamp at) {
  const Label& label = machine_.label(state.threads[thread]);
  State next = state;
  PromisingThread& reader = next.threads[thread];
  machine_.read(reader, memory_, at);
  const bool waits = reader.node.is_none();
  if (waits) {
    reader.node = state.threads[thread].node;
    next.halts[thread] = Halt::Waits;
    next.ends[thread] = end_of_wait(label);
  }
  // Memory eventually shows the last write.
  const auto end = static_cast<Timestamp>(memory_.size());
  const bool is_newest = at == last_message(memory_, label.location, 0, end);
  const bool is_possible = !waits || (is_newest && reader.promises.empty());
  if (is_possible) go(std::move(next));
}

// Reads messages of compare-and-swaps that are not in memory yet.
void ThreadRuns::read_unwritten(const State& state, std::size_t thread) {
  const PromisingThread& reader = state.threads[thread];
  const LocationId location = machine_.label(reader).location;
  const ThreadId another(automata_.roles().size());
  for (const Value value : compared_values(reader)) {
    memory_.push_back({location, value, another});
    read_at(state, thread, static_cast<Timestamp>(memory_.size()));
    memory_.pop_back();
  }
}

std::set<Value> values_beside(const ThreadState& state) {
  std::set<Value> out;
  for (const Value value : state.registers) out.insert({value, value + 1});
  return out;
}

// Returns values with which a compare-and-swap, if the thread is at one, succeeds and fails.
std::set<Value> ThreadRuns::compared_values(const PromisingThread& thread) const {
  const Label& label = machine_.label(thread);
  std::set<Value> out;
  if (label.exclusive.kind == ExclusiveValues::Kind::One) {
    out = {label.exclusive.one, label.exclusive.one + 1};
  }
  // Those of litmus tests choose whether they succeed, and compare with a register.
  const ThreadAutomaton& automaton = automata_.thread(thread.id);
  for (auto event = thread.done.rbegin(); event != thread.done.rend(); ++event) {
    const Label& before = automaton.label(event->node);
    if (before.source != label.source) break;
    if (before.kind != LabelKind::Choose) continue;
    out.merge(values_beside(automaton.state(thread.node)));
    break;
  }
  return out;
}

void ThreadRuns::write(State state, std::size_t thread) {
  const PromisingThread& writer = state.threads[thread];
  const LocationId location = machine_.label(writer).location;
  const auto promise = std::ranges::find_if(
      writer.promises, [&](Timestamp at) { return memory_[at - 1].location == location; });
  // A later write of the location cannot fulfil this promise any more.
  if (promise != writer.promises.end()) {
    if (!machine_.obstacle_to_write(writer, memory_, *promise).is_none()) return;
    const Timestamp at = *promise;
    machine_.fulfil(state.threads[thread], at);
    return go(std::move(state));
  }
  if (goal_ == Goal::WholeRuns) return;
  if (thread == promising_) return append(state, thread);
  state.halts[thread] = Halt::Suspended;
  go(std::move(state));
}

// The thread promises a message and fulfils it at once.
void ThreadRuns::append(const State& state, std::size_t thread) {
  const PromisingThread& writer = state.threads[thread];
  const Label& label = machine_.label(writer);
  const auto at = static_cast<Timestamp>(memory_.size() + 1);
  if (!machine_.obstacle_to_write(writer, memory_, at).is_none()) return;
  const Message message{label.location, label.value, writer.id};
  const MessageList given(memory_.begin(), memory_.begin() + given_);
  const bool may_promise = machine_.obstacle_to_write(writer, given, given_ + 1).is_none();
  memory_.push_back(message);
  if (may_promise) open_.push_back(message);
  State next = state;
  machine_.fulfil(next.threads[thread], at);
  go(std::move(next));
  if (may_promise) open_.pop_back();
  memory_.pop_back();
}

void ThreadRuns::spawn(State& state, std::size_t thread) const {
  PromisingThread& parent = state.threads[thread];
  const ThreadId spawned = ProgramAutomata::named_by(machine_.label(parent));
  const auto child = std::ranges::find(state.threads, spawned, &PromisingThread::id);
  std::vector<Timestamp> promises = std::move(child->promises);
  *child = machine_.start(spawned, machine_.passed_on(parent));
  child->promises = std::move(promises);
  child->node = automata_.start_of(parent.id, parent.node);
  machine_.pass_other(parent);
}

void ThreadRuns::join(State& state, std::size_t thread) const {
  PromisingThread& waiting = state.threads[thread];
  const ThreadId joined = ProgramAutomata::named_by(machine_.label(waiting));
  const PromisingThread& ended = *std::ranges::find(state.threads, joined, &PromisingThread::id);
  machine_.join(waiting, ended, automata_.result_of(joined, ended.node));
}

// No thread can go on: those that have not ended wait for others.
void ThreadRuns::end_run(const State& state) {
  GroupRun run;
  for (std::size_t t = 0; t < state.threads.size(); ++t) {
    const PromisingThread& thread = state.threads[t];
    if (!thread.promises.empty()) return;
    ThreadEnd end = state.ends[t];
    if (state.halts[t] == Halt::No) {
      const bool is_dormant = automata_.thread(thread.id).is_dormant(thread.node);
      end = is_dormant ? ThreadEnd::Finished : ThreadEnd::StuckAtJoin;
    }
    run.push_back({thread.done, thread.node, end});
  }
  runs_.push_back(std::move(run));
}

}  // namespace drover::reference
