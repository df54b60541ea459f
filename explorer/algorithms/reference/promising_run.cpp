// Runs of the machine with promises that give one execution.
//
// The execution says which message each read takes, and orders the messages of each location: the
// search is for the order of all messages. Nothing else is a choice, since what does not write may
// take place as soon as it can: later messages are no obstacle to it. So the search extends memory
// message by message, by writes whose predecessors in coherence are there; after each message the
// threads go on until they come to writes that are not there. A message is written by a thread that
// has come to it, and promised by others. Runs with fewer promises are tried first.
//
// After each step of such a run its threads can fulfil their promises alone, since all of them are
// fulfilled in the end (Lemma 90).

#include "explorer/algorithms/reference/promising_run.h"

#include <algorithm>
#include <utility>

#include "semantics/program/address.h"

namespace drover::reference {

namespace {

constexpr std::size_t MaxTried = 20'000;

// A short-lived worker: holds a reference to the graph.
class RunFinder {
 public:
  RunFinder(const ExecutionGraph& graph, PromisingRules rules)
      : graph_(graph), machine_(code_of(graph), rules), places_(graph.size(), 0) {
    for (const LocationId location : graph.locations()) {
      const std::span<const EventId> order = graph.coherence(location);
      for (std::size_t i = 1; i < order.size(); ++i) {
        writes_.push_back(order[i]);
        places_[order[i].value] = i;
      }
    }
    std::ranges::sort(writes_);
  }

  std::optional<std::vector<PromisedEvent>> find() {
    for (std::size_t promises = 0; promises <= writes_.size(); ++promises) {
      steps_.clear();
      State state = start();
      if (!go_on(state)) return std::nullopt;
      if (search(state, promises)) return std::move(steps_);
      if (tried_ > MaxTried) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  struct State {
    MessageList memory;
    std::vector<EventId> messages;  // the write of each
    std::vector<PromisingThread> threads;
    std::vector<bool> has_started;  // by thread
    std::size_t last = 0;           // the thread of the last step
  };

  // ---- The order of messages

  bool search(const State& state, std::size_t promises) {
    if (state.memory.size() == writes_.size()) return has_ended(state);
    if (++tried_ > MaxTried) return false;
    const std::size_t told = steps_.size();
    for (const bool is_promise : {false, true}) {
      if (is_promise && promises == 0) break;
      for (std::size_t i = 0; i < state.threads.size(); ++i) {
        const ThreadId thread((state.last + i) % state.threads.size());
        for (const EventId write : writes_) {
          if (graph_.event(write).thread != thread || !is_next_in_coherence(state, write)) continue;
          State next = state;
          next.last = thread.value;
          const bool is_done = is_promise ? promise(next, write) : this->write(next, write);
          if (is_done && go_on(next) && search(next, is_promise ? promises - 1 : promises)) {
            return true;
          }
          steps_.resize(told);
        }
      }
    }
    return false;
  }

  [[nodiscard]] bool is_next_in_coherence(const State& state, EventId write) const {
    const LocationId location = graph_.event(write).label.location;
    const auto there = std::ranges::count(state.memory, location, &Message::location);
    return places_[write.value] == static_cast<std::size_t>(there) + 1;
  }

  // Appends the message of a write.
  void append(State& state, EventId write) const {
    const Event& event = graph_.event(write);
    state.memory.push_back({event.label.location, event.value, event.thread});
    state.messages.push_back(write);
  }

  // Takes the step in which a write reaches memory, if its thread has come to it.
  bool write(State& state, EventId write) {
    const std::size_t thread = graph_.event(write).thread.value;
    const EventId next = next_of(state, thread);
    if (next.is_none() || write_of(next) != write || !state.has_started[thread]) return false;
    const auto end = static_cast<Timestamp>(state.memory.size() + 1);
    return fulfil(state, next, end, PromisingStep::Write);
  }

  bool promise(State& state, EventId write) {
    const std::size_t thread = graph_.event(write).thread.value;
    const EventId next = next_of(state, thread);
    if (!state.has_started[thread] || write_of(next) == write) return false;
    append(state, write);
    PromisingThread& promising = state.threads[thread];
    promising.promises.push_back(static_cast<Timestamp>(state.memory.size()));
    tell(state, PromisingStep::Promise, write);
    return true;
  }

  // ---- Threads

  [[nodiscard]] State start() const {
    State state;
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      state.threads.push_back(machine_.start(ThreadId(t), {}));
    }
    state.has_started.assign(graph_.thread_count(), false);
    return state;
  }

  [[nodiscard]] bool has_ended(const State& state, std::size_t thread) const {
    return state.threads[thread].done.size() == graph_.events_of(ThreadId(thread)).size();
  }
  [[nodiscard]] bool has_ended(const State& state) const {
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      if (!has_ended(state, t)) return false;
    }
    return true;
  }
  // Returns none() at the thread's end.
  [[nodiscard]] EventId next_of(const State& state, std::size_t thread) const {
    const std::span<const EventId> events = graph_.events_of(ThreadId(thread));
    const std::size_t done = state.threads[thread].done.size();
    return done < events.size() ? events[done] : EventId::none();
  }
  // Returns the write that takes place with an event; none() if there is none.
  [[nodiscard]] EventId write_of(EventId id) const {
    const Event& event = graph_.event(id);
    if (event.label.is_write()) return id;
    const std::span<const EventId> events = graph_.events_of(event.thread);
    const std::size_t next = event.index + std::size_t{1};
    const bool has_write = event.is_exclusive_read && next < events.size() &&
                           graph_.event(events[next]).label.is_exclusive_write;
    return has_write ? events[next] : EventId::none();
  }
  // Returns the timestamp of a write: 0 for an initial one. Empty if it is not in memory.
  [[nodiscard]] std::optional<Timestamp> timestamp_of(const State& state, EventId write) const {
    if (graph_.event(write).is_initial()) return 0;
    const auto found = std::ranges::find(state.messages, write);
    if (found == state.messages.end()) return std::nullopt;
    return static_cast<Timestamp>(found - state.messages.begin() + 1);
  }

  // Threads of earlier roles have ended, or the spawn has taken place.
  void start_threads(State& state) const {
    for (std::size_t t = 0; t < state.threads.size(); ++t) {
      if (state.has_started[t] || !graph_.spawn_of(ThreadId(t)).is_none()) continue;
      bool may_start = true;
      for (std::size_t other = 0; other < state.threads.size(); ++other) {
        const bool is_before = graph_.role(ThreadId(other)) < graph_.role(ThreadId(t));
        may_start = may_start && (!is_before || has_ended(state, other));
      }
      if (!may_start) continue;
      const auto seen = static_cast<Timestamp>(state.memory.size());
      state.threads[t] = machine_.start(ThreadId(t), {seen, seen});
      state.has_started[t] = true;
    }
  }

  enum class Progress : std::uint8_t { Waits, Moved, Stuck };

  // Lets the threads go on until each comes to a write that is not in memory, or to what reads
  // one. False if a thread can never go on.
  bool go_on(State& state) {
    start_threads(state);
    for (std::size_t i = 0; i < state.threads.size();) {
      const std::size_t thread = (state.last + i) % state.threads.size();
      switch (step(state, thread)) {
        case Progress::Stuck: return false;
        case Progress::Waits: ++i; break;
        case Progress::Moved:
          state.last = thread;
          i = 0;
          start_threads(state);
          break;
      }
    }
    return true;
  }

  Progress step(State& state, std::size_t thread) {
    const EventId id = next_of(state, thread);
    if (!state.has_started[thread] || id.is_none()) return Progress::Waits;
    const Event& event = graph_.event(id);
    const EventId write = write_of(id);
    if (!write.is_none()) {
      const auto at = timestamp_of(state, write);
      if (!at) return Progress::Waits;
      const bool is_done = fulfil(state, id, *at, PromisingStep::Fulfil);
      return is_done ? Progress::Moved : Progress::Stuck;
    }
    PromisingThread& moving = state.threads[thread];
    switch (event.label.kind) {
      case LabelKind::Read: {
        const auto at = timestamp_of(state, event.reads_from);
        if (!at) return Progress::Waits;
        if (!machine_.obstacle_to_read(moving, state.memory, *at).is_none()) return Progress::Stuck;
        machine_.read(moving, state.memory, *at);
        break;
      }
      case LabelKind::Fence: machine_.pass_barrier(moving); break;
      case LabelKind::Choose: machine_.choose(moving, event.value); break;
      case LabelKind::Spawn: {
        const ThreadId spawned = address::thread_of(event.label.value);
        state.threads[spawned.value] = machine_.start(spawned, machine_.passed_on(moving));
        state.has_started[spawned.value] = true;
        machine_.pass_other(moving);
        break;
      }
      case LabelKind::Join: {
        const std::size_t joined = address::thread_of(event.label.value).value;
        if (!state.has_started[joined] || !has_ended(state, joined)) return Progress::Waits;
        machine_.join(moving, state.threads[joined], event.value);
        break;
      }
      default: machine_.pass_other(moving); break;
    }
    const bool is_read = event.label.is_read();
    tell(state, is_read ? PromisingStep::Read : PromisingStep::Pass, id);
    return Progress::Moved;
  }

  // Takes a write, or an atomic instruction as a whole, with the message `at`, which a Write
  // appends.
  bool fulfil(State& state, EventId id, Timestamp at, PromisingStep step) {
    PromisingThread& thread = state.threads[graph_.event(id).thread.value];
    if (graph_.event(id).label.is_read()) {
      const auto source = timestamp_of(state, graph_.event(id).reads_from);
      if (!source || !machine_.obstacle_to_read(thread, state.memory, *source).is_none()) {
        return false;
      }
      machine_.read(thread, state.memory, *source);
    }
    if (!machine_.obstacle_to_write(thread, state.memory, at).is_none()) return false;
    if (step == PromisingStep::Write) append(state, write_of(id));
    machine_.fulfil(thread, at);
    tell(state, step, id);
    return true;
  }

  void tell(const State& state, PromisingStep step, EventId event) {
    steps_.push_back({step, event, state.threads[graph_.event(event).thread.value]});
  }

  const ExecutionGraph& graph_;
  PromisingMachine machine_;
  std::vector<EventId> writes_;      // without the initial ones
  std::vector<std::size_t> places_;  // by write: its place in coherence
  std::vector<PromisedEvent> steps_;
  std::size_t tried_ = 0;
};

bool has_parts(const ExecutionGraph& graph) {
  return std::ranges::any_of(graph.events(),
                             [](const Event& event) { return !event.label.part.is_whole(); });
}

}  // namespace

std::optional<std::vector<PromisedEvent>> find_promised_run(const ExecutionGraph& graph,
                                                            PromisingRules rules) {
  if (graph.dependencies() == nullptr || has_parts(graph)) return std::nullopt;
  return RunFinder(graph, rules).find();
}

}  // namespace drover::reference
