// Turns a graph into a run of a machine.
//
// Store buffers: the machine of explorer/algorithms/reference/store_machine.cpp, guided by the
// graph. Writes go to memory only in coherence order, and a read takes place only when it sees its
// source; the schedule is found by depth-first search with backtracking. A state is the position of
// each thread and the number of writes of each location in memory; no state is tried twice.
//
// Messages: any order with each write before its readers works, since po | rf is acyclic in these
// models. The chosen order lets few events precede the writes they should have seen: writes wait
// for reads of older values and for writes before them in coherence, as long as another event can
// take place. A thread has then not received the writes that its read passes over.
//
// Promises: explorer/algorithms/reference/promising_run.cpp.

#include "analysis/explain/story.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "explorer/algorithms/reference/promising_run.h"
#include "explorer/graph/base_relations.h"
#include "semantics/program/address.h"

namespace drover::explain {

namespace {

constexpr std::size_t MaxEvents = 64;
constexpr std::size_t MaxStates = 200'000;

// Returns the coherence position: the number of earlier writes of the location.
std::size_t place_of(const ExecutionGraph& graph, EventId write) {
  const auto order = graph.coherence(graph.event(write).label.location);
  return static_cast<std::size_t>(std::ranges::find(order, write) - order.begin());
}

// Returns the write that takes place in a step with `event`.
EventId write_of_step(const ExecutionGraph& graph, EventId event) {
  const bool is_update = graph.event(event).label.is_read();
  return is_update ? graph.events_of(graph.event(event).thread)[graph.event(event).index + 1]
                   : event;
}

bool is_full_fence(const Label& label) {
  return label.is_fence() && (label.mode == Mode::Sc || label.mode == Mode::Plain);
}

// The search for a run with store buffers. A short-lived worker: holds a reference to the graph.
class BufferRun {
 public:
  BufferRun(const ExecutionGraph& graph, StoreBuffers kind, Flushing flushing)
      : graph_(graph),
        kind_(kind),
        flushing_(flushing),
        now_{std::vector<std::size_t>(graph.thread_count()),
             std::vector<std::vector<BufferEntry>>(graph.thread_count()),
             {}} {
    for (const LocationId location : graph.locations()) {
      if (location.value >= now_.in_memory.size())
        now_.in_memory.resize(location.value + std::size_t{1});
      now_.in_memory[location.value] = 1;  // the initial write
    }
  }

  std::optional<std::vector<StoryStep>> find() {
    if (!search(0)) return std::nullopt;
    return std::move(steps_);
  }

 private:
  struct BufferEntry {
    EventId write;
    std::size_t barriers = 0;  // number of the thread's store barriers before the write
  };
  struct State {
    std::vector<std::size_t> next;                  // by thread: its next event
    std::vector<std::vector<BufferEntry>> buffers;  // by thread, oldest first
    std::vector<std::size_t> in_memory;             // by location: number of its writes in memory
  };

  bool search(std::size_t last_thread) {
    if (is_done()) return true;
    if (visited_.size() > MaxStates || !visited_.insert(key()).second) return false;
    if (flushing_ == Flushing::Late) return step_of_any(0) || flush_of_any(0);
    return flush_of_any(last_thread) || step_of_any(last_thread);
  }
  bool flush_of_any(std::size_t first) {
    for (std::size_t i = 0; i < now_.next.size(); ++i) {
      if (flush_some((first + i) % now_.next.size())) return true;
    }
    return false;
  }
  bool step_of_any(std::size_t first) {
    for (std::size_t i = 0; i < now_.next.size(); ++i) {
      if (step((first + i) % now_.next.size())) return true;
    }
    return false;
  }

  [[nodiscard]] bool is_done() const {
    for (std::size_t t = 0; t < now_.next.size(); ++t) {
      if (now_.next[t] < graph_.events_of(ThreadId(t)).size() || !now_.buffers[t].empty())
        return false;
    }
    return true;
  }
  [[nodiscard]] std::vector<std::size_t> key() const {
    std::vector<std::size_t> key = now_.next;
    key.insert(key.end(), now_.in_memory.begin(), now_.in_memory.end());
    return key;
  }
  [[nodiscard]] bool is_done(EventId id) const {
    const Event& event = graph_.event(id);
    return event.index < now_.next[event.thread.value];
  }
  // Buffers are empty at a spawn and at a join, and at the end of a thread that is joined.
  [[nodiscard]] bool is_synchronised(std::size_t thread) const {
    const auto events = graph_.events_of(ThreadId(thread));
    if (now_.next[thread] >= events.size()) return true;
    const EventId next = events[now_.next[thread]];
    const EventId before = graph_.synchronised_with(next);
    if (!before.is_none() && !is_done(before)) return false;
    const Label& label = graph_.event(next).label;
    const bool is_join = label.kind == LabelKind::Join;
    if (is_join && !now_.buffers[address::thread_of(label.value).value].empty()) return false;
    return (!is_join && label.kind != LabelKind::Spawn) || now_.buffers[thread].empty();
  }
  [[nodiscard]] bool may_run(std::size_t thread) const {
    if (!is_synchronised(thread)) return false;
    for (std::size_t t = 0; t < now_.next.size(); ++t) {
      if (graph_.role(ThreadId(t)) >= graph_.role(ThreadId(thread))) continue;
      if (now_.next[t] < graph_.events_of(ThreadId(t)).size() || !now_.buffers[t].empty())
        return false;
    }
    return true;
  }

  // ---- Writes reach memory

  bool flush_some(std::size_t thread) {
    for (std::size_t i = 0; i < now_.buffers[thread].size(); ++i) {
      const std::vector<BufferEntry>& buffer = now_.buffers[thread];
      const EventId write = buffer[i].write;
      if (!may_flush(buffer, i) || !is_next_in_coherence(write)) continue;
      State next = now_;
      next.buffers[thread].erase(next.buffers[thread].begin() + static_cast<std::ptrdiff_t>(i));
      ++next.in_memory[location_of(write)];
      if (go_on(thread, std::move(next), {StoryAct::Flush, write, {}})) return true;
    }
    return false;
  }
  [[nodiscard]] bool may_flush(const std::vector<BufferEntry>& buffer, std::size_t entry) const {
    if (kind_ == StoreBuffers::Fifo) return entry == 0;
    return std::ranges::none_of(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(entry),
                                [&](const BufferEntry& older) {
                                  return older.barriers < buffer[entry].barriers ||
                                         location_of(older.write) ==
                                             location_of(buffer[entry].write);
                                });
  }
  [[nodiscard]] bool is_next_in_coherence(EventId write) const {
    return place_of(graph_, write) == now_.in_memory[location_of(write)];
  }
  [[nodiscard]] std::size_t location_of(EventId event) const {
    return graph_.event(event).label.location.value;
  }

  // ---- Threads take steps

  bool step(std::size_t thread) {
    const auto events = graph_.events_of(ThreadId(thread));
    if (now_.next[thread] >= events.size() || !may_run(thread) || waits(thread)) return false;
    const EventId id = events[now_.next[thread]];
    const Event& event = graph_.event(id);
    if (event.label.is_write()) return write(thread, id);
    if (event.is_exclusive_read) return update(thread, id);
    StoryStep told{.act = StoryAct::Step, .event = id, .unseen = {}};
    if (event.label.is_read()) {
      const EventId own = newest_own(thread, event.label.location);
      const EventId seen = own.is_none() ? in_memory(event.label.location) : own;
      if (seen != event.reads_from) return false;
      if (!own.is_none()) told.act = StoryAct::Forward;
      told.unseen = buffered_elsewhere(thread, event.label.location);
    }
    return go_on(thread, after(thread, 1), std::move(told));
  }
  // Returns the state when a thread has got past some events.
  [[nodiscard]] State after(std::size_t thread, std::size_t events) const {
    State state = now_;
    state.next[thread] += events;
    return state;
  }
  // Searches on from `next`, which a step leads to; goes back to the current state in vain.
  bool go_on(std::size_t thread, State next, StoryStep told) {
    std::swap(now_, next);
    steps_.push_back(std::move(told));
    if (search(thread)) return true;
    steps_.pop_back();
    now_ = std::move(next);
    return false;
  }

  // True if the next event must wait until the buffer is empty.
  [[nodiscard]] bool waits(std::size_t thread) const {
    if (now_.buffers[thread].empty()) return false;
    const auto events = graph_.events_of(ThreadId(thread));
    const Event& event = graph_.event(events[now_.next[thread]]);
    if (is_full_fence(event.label) || event.is_exclusive_read || event.is_failed_exclusive) {
      return true;
    }
    const Event& last = graph_.event(events[now_.next[thread] - 1]);
    return last.label.is_write() && last.label.mode == Mode::Sc;
  }

  bool write(std::size_t thread, EventId id) {
    if (kind_ == StoreBuffers::None) {
      return write_to_memory(thread, id, 1, {StoryAct::Step, id, {}});
    }
    State next = after(thread, 1);
    next.buffers[thread].push_back({.write = id, .barriers = barriers_before(thread)});
    return go_on(thread, std::move(next), {StoryAct::Buffer, id, {}});
  }
  // Counts store barriers up to the thread's next event, which may have one right before it.
  [[nodiscard]] std::size_t barriers_before(std::size_t thread) const {
    const auto events = graph_.events_of(ThreadId(thread)).first(now_.next[thread] + 1);
    return static_cast<std::size_t>(std::ranges::count_if(events, [&](EventId id) {
      const Label& label = graph_.event(id).label;
      return (label.is_fence() || label.is_write()) && at_least(label.mode, Mode::Rel);
    }));
  }

  bool update(std::size_t thread, EventId read) {
    const auto events = graph_.events_of(ThreadId(thread));
    const LocationId location = graph_.event(read).label.location;
    if (in_memory(location) != graph_.event(read).reads_from) return false;
    StoryStep told{
        .act = StoryAct::Step, .event = read, .unseen = buffered_elsewhere(thread, location)};
    if (now_.next[thread] + 1 == events.size()) {
      return go_on(thread, after(thread, 1), std::move(told));
    }
    return write_to_memory(thread, events[now_.next[thread] + 1], 2, std::move(told));
  }
  // Takes a step of one or two events whose write reaches memory at once.
  bool write_to_memory(std::size_t thread, EventId write, std::size_t events, StoryStep told) {
    if (!is_next_in_coherence(write)) return false;
    State next = after(thread, events);
    ++next.in_memory[location_of(write)];
    return go_on(thread, std::move(next), std::move(told));
  }

  [[nodiscard]] EventId in_memory(LocationId location) const {
    return graph_.coherence(location)[now_.in_memory[location.value] - 1];
  }
  [[nodiscard]] EventId newest_own(std::size_t thread, LocationId location) const {
    EventId newest = EventId::none();
    for (const BufferEntry& entry : now_.buffers[thread]) {
      if (location_of(entry.write) == location.value) newest = entry.write;
    }
    return newest;
  }
  [[nodiscard]] std::vector<EventId> buffered_elsewhere(std::size_t thread,
                                                        LocationId location) const {
    std::vector<EventId> writes;
    for (std::size_t t = 0; t < now_.buffers.size(); ++t) {
      for (const BufferEntry& entry : now_.buffers[t]) {
        if (t != thread && location_of(entry.write) == location.value)
          writes.push_back(entry.write);
      }
    }
    return writes;
  }

  const ExecutionGraph& graph_;
  StoreBuffers kind_;
  Flushing flushing_;
  State now_;
  std::set<std::vector<std::size_t>> visited_;
  std::vector<StoryStep> steps_;
};

// Orders the events of a message machine. A short-lived worker: holds a reference to the graph.
class MessageRun {
 public:
  explicit MessageRun(const ExecutionGraph& graph)
      : graph_(graph),
        base_(base_relations(graph)),
        is_done_(graph.size()),
        next_(graph.thread_count(), 0) {
    for (std::size_t i = 0; i < graph.size(); ++i) {
      is_done_[i] = graph.event(EventId(i)).is_initial();
    }
  }

  std::optional<std::vector<StoryStep>> find() {
    std::size_t last = 0;
    while (const std::optional<std::size_t> thread = choose(last)) {
      take(*thread);
      last = *thread;
    }
    const bool is_complete = std::ranges::find(is_done_, false) == is_done_.end();
    return is_complete ? std::optional(std::move(steps_)) : std::nullopt;
  }

 private:
  [[nodiscard]] EventId next_of(std::size_t thread) const {
    const auto events = graph_.events_of(ThreadId(thread));
    return next_[thread] < events.size() ? events[next_[thread]] : EventId::none();
  }
  // Returns the write of a thread's next step, if any.
  [[nodiscard]] EventId write_of(std::size_t thread) const {
    const EventId id = next_of(thread);
    if (graph_.event(id).label.is_write()) return id;
    const auto events = graph_.events_of(ThreadId(thread));
    const bool has_write = graph_.event(id).is_exclusive_read && next_[thread] + 1 < events.size();
    return has_write ? events[next_[thread] + 1] : EventId::none();
  }
  [[nodiscard]] bool is_ready(std::size_t thread) const {
    const EventId id = next_of(thread);
    if (id.is_none()) return false;
    const Event& event = graph_.event(id);
    if (event.label.is_read() && !is_done_[event.reads_from.value]) return false;
    const EventId before = graph_.synchronised_with(id);
    if (!before.is_none() && !is_done_[before.value]) return false;
    for (std::size_t t = 0; t < next_.size(); ++t) {
      const bool comes_before = graph_.role(ThreadId(t)) < graph_.role(ThreadId(thread));
      if (comes_before && !next_of(t).is_none()) return false;
    }
    return true;
  }
  // Returns how many events come too late if a thread takes its next step.
  [[nodiscard]] std::size_t late_after(std::size_t thread) const {
    const EventId write = write_of(thread);
    if (write.is_none()) return 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      if (is_done_[i] || EventId(i) == next_of(thread)) continue;
      count += base_.fr.contains(EventId(i), write) || base_.co.contains(EventId(i), write) ? 1 : 0;
    }
    return count;
  }
  // A thread continues as long as it can.
  [[nodiscard]] std::optional<std::size_t> choose(std::size_t last) const {
    std::optional<std::size_t> best;
    std::size_t least = 0;
    for (std::size_t i = 0; i < next_.size(); ++i) {
      const std::size_t thread = (last + i) % next_.size();
      if (!is_ready(thread)) continue;
      const std::size_t late = late_after(thread);
      if (best && late >= least) continue;
      best = thread;
      least = late;
    }
    return best;
  }

  void take(std::size_t thread) {
    const EventId id = next_of(thread);
    const EventId write = write_of(thread);
    StoryStep step{.act = StoryAct::Step, .event = id, .unseen = {}};
    const Label& label = graph_.event(id).label;
    if (label.is_access()) {
      const EventId from = label.is_read() ? graph_.event(id).reads_from : id;
      for (const EventId each : graph_.coherence(label.location)) {
        if (is_done_[each.value] && base_.co.contains(from, each)) step.unseen.push_back(each);
      }
    }
    steps_.push_back(std::move(step));
    is_done_[id.value] = true;
    ++next_[thread];
    if (write.is_none() || write == id) return;
    is_done_[write.value] = true;
    ++next_[thread];
  }

  const ExecutionGraph& graph_;
  BaseRelations base_;
  std::vector<bool> is_done_;      // by event
  std::vector<std::size_t> next_;  // by thread: its next event
  std::vector<StoryStep> steps_;
};

StoryAct act_of(reference::PromisingStep step) {
  switch (step) {
    case reference::PromisingStep::Promise: return StoryAct::Promise;
    case reference::PromisingStep::Fulfil: return StoryAct::Fulfil;
    case reference::PromisingStep::Pass:
    case reference::PromisingStep::Choose:
    case reference::PromisingStep::Read:
    case reference::PromisingStep::Write: break;
  }
  return StoryAct::Step;
}

// Merges steps: a write that leaves the buffer at once was never buffered.
std::vector<StoryStep> merged(const std::vector<StoryStep>& steps) {
  std::vector<StoryStep> out;
  for (const StoryStep& each : steps) {
    const bool is_same = !out.empty() && out.back().act == StoryAct::Buffer &&
                         each.act == StoryAct::Flush && out.back().event == each.event;
    if (is_same) {
      out.back().act = StoryAct::Step;
    } else {
      out.push_back(each);
    }
  }
  return out;
}

}  // namespace

std::optional<std::vector<StoryStep>> find_buffer_run(const ExecutionGraph& graph,
                                                      StoreBuffers buffers, Flushing flushing) {
  return BufferRun(graph, buffers, flushing).find();
}

std::optional<std::vector<PromisedStep>> find_promised_steps(const ExecutionGraph& graph,
                                                             PromisingRules rules) {
  const auto run = reference::find_promised_run(graph, rules);
  if (!run) return std::nullopt;
  std::vector<PromisedStep> steps;
  std::vector<EventId> messages;
  for (const reference::PromisedEvent& each : *run) {
    const Event& event = graph.event(each.event);
    PromisedStep step{.told = {act_of(each.step), each.event, {}}, .view = {}};
    const bool appends = each.step == reference::PromisingStep::Promise ||
                         each.step == reference::PromisingStep::Write;
    if (appends) messages.push_back(write_of_step(graph, each.event));
    if (each.step == reference::PromisingStep::Read) {
      const auto later =
          graph.coherence(event.label.location).subspan(place_of(graph, event.reads_from) + 1);
      std::ranges::copy_if(later, std::back_inserter(step.told.unseen), [&](EventId write) {
        return std::ranges::find(messages, write) != messages.end();
      });
    }
    for (const LocationId location : graph.locations()) {
      EventId oldest = graph.initial_write(location);
      const auto bound = reference::seen_of(each.after, location);
      for (std::size_t at = 0; at < std::min<std::size_t>(bound, messages.size()); ++at) {
        if (graph.event(messages[at]).label.location == location) oldest = messages[at];
      }
      step.view.push_back(oldest);
    }
    steps.push_back(std::move(step));
  }
  return steps;
}

bool has_messages(const MemoryModel& model) {
  switch (model.traits().checker) {
    case IncrementalChecker::Sra:
    case IncrementalChecker::Ra:
    case IncrementalChecker::Rc11:
    case IncrementalChecker::Rc20: return true;
    case IncrementalChecker::None:
    case IncrementalChecker::Sc:
    case IncrementalChecker::Tso:
    case IncrementalChecker::Pso: break;
  }
  return false;
}

std::optional<Story> find_story(const MemoryModel& model, const ExecutionGraph& graph) {
  if (graph.size() > MaxEvents) return std::nullopt;
  if (const auto rules = model.traits().promises) {
    auto run = find_promised_steps(graph, *rules);
    if (!run) return std::nullopt;
    Story story{StoryMachine::Promises, {}};
    for (PromisedStep& step : *run) story.steps.push_back(std::move(step.told));
    return story;
  }
  if (has_messages(model)) {
    auto steps = MessageRun(graph).find();
    return steps ? std::optional(Story{StoryMachine::Messages, *std::move(steps)}) : std::nullopt;
  }
  const std::optional<StoreBuffers> machine = model.traits().machine;
  if (!machine || *machine == StoreBuffers::None) return std::nullopt;
  const auto run = find_buffer_run(graph, *machine, Flushing::Early);
  return run ? std::optional(Story{StoryMachine::StoreBuffers, merged(*run)}) : std::nullopt;
}

}  // namespace drover::explain
