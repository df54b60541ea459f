#include "tests/support/replay_story.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <map>
#include <vector>

#include "explorer/graph/base_relations.h"
#include "support/format.h"

namespace drover::testing {

namespace {

using explain::StoryAct;
using explain::StoryStep;

// Base of both machines: threads that take their events in program order.
class Replay {
 public:
  Replay(const explain::Story& story, const ExecutionGraph& graph)
      : story_(story), graph_(graph), next_(graph.thread_count(), 0) {}
  virtual ~Replay() = default;

  std::string run() {
    for (std::size_t i = 0; i < story_.steps.size(); ++i) {
      std::string mistake = take(story_.steps[i]);
      if (!mistake.empty()) return format("step {} of the story: {}", i + 1, mistake);
    }
    for (std::size_t t = 0; t < next_.size(); ++t) {
      if (!has_ended(t)) return "the story leaves an event out";
    }
    return mistake_at_the_end();
  }

 protected:
  virtual std::string take(const StoryStep& step) = 0;
  virtual std::string mistake_at_the_end() = 0;

  [[nodiscard]] bool has_ended(std::size_t thread) const {
    return next_[thread] == graph_.events_of(ThreadId(thread)).size();
  }
  [[nodiscard]] const Event& event(EventId id) const { return graph_.event(id); }
  // Takes an event, which must be the next one of its thread.
  std::string advance(EventId id) {
    const Event& at = event(id);
    if (at.is_initial() || next_[at.thread.value] != at.index) return "an event is not the next";
    ++next_[at.thread.value];
    return "";
  }
  // Takes the second half of a read-modify-write; none() if the graph does not have it.
  EventId take_second_half(const Event& read) {
    const auto events = graph_.events_of(read.thread);
    std::size_t& next = next_[read.thread.value];
    return next < events.size() ? events[next++] : EventId::none();
  }
  template <typename IsAtRest>
  [[nodiscard]] bool may_run(ThreadId thread, IsAtRest is_at_rest) const {
    for (std::size_t t = 0; t < next_.size(); ++t) {
      const bool comes_before = graph_.role(ThreadId(t)) < graph_.role(thread);
      if (comes_before && (!has_ended(t) || !is_at_rest(t))) return false;
    }
    return true;
  }

  const explain::Story& story_;
  const ExecutionGraph& graph_;
  std::vector<std::size_t> next_;
};

class BufferReplay : public Replay {
 public:
  BufferReplay(const explain::Story& story, const ExecutionGraph& graph, StoreBuffers kind)
      : Replay(story, graph), kind_(kind), buffers_(graph.thread_count()) {
    for (const LocationId location : graph.locations()) {
      memory_[location] = event(graph.initial_write(location)).value;
    }
  }

 protected:
  std::string take(const StoryStep& step) override {
    const Event& at = event(step.event);
    if (at.is_initial()) return "an initial write takes a turn";
    auto& buffer = buffers_[at.thread.value];
    if (step.act == StoryAct::Flush) return flush(buffer, step.event);
    const auto is_at_rest = [&](std::size_t t) { return buffers_[t].empty(); };
    if (!may_run(at.thread, is_at_rest)) return "a thread begins too early";
    if (must_wait(at) && !buffer.empty()) return "the buffer ought to be empty";
    if (std::string mistake = advance(step.event); !mistake.empty()) return mistake;
    last_is_sc_store_[at.thread] = at.label.is_write() && at.label.mode == Mode::Sc;
    if (at.label.is_fence() && at_least(at.label.mode, Mode::Rel)) ++barriers_[at.thread];
    if (at.label.is_write()) return write(step, buffer);
    if (at.label.is_read()) return read(step, buffer);
    return "";
  }
  std::string mistake_at_the_end() override {
    for (const auto& buffer : buffers_) {
      if (!buffer.empty()) return "a write stays in its buffer";
    }
    for (const LocationId location : graph_.locations()) {
      if (memory_[location] != event(graph_.coherence_maximal(location)).value) {
        return "memory is another one at the end";
      }
    }
    return "";
  }

 private:
  struct Entry {
    EventId write;
    int barriers = 0;
  };

  [[nodiscard]] bool must_wait(const Event& at) const {
    const bool is_full =
        at.label.is_fence() && (at.label.mode == Mode::Sc || at.label.mode == Mode::Plain);
    const auto after_sc = last_is_sc_store_.find(at.thread);
    return is_full || (after_sc != last_is_sc_store_.end() && after_sc->second) ||
           (at.label.is_read() && (at.is_exclusive_read || at.is_failed_exclusive));
  }
  std::string write(const StoryStep& step, std::vector<Entry>& buffer) {
    const Event& at = event(step.event);
    if (at.label.is_exclusive_write) return "half an update takes a turn of its own";
    if (at_least(at.label.mode, Mode::Rel)) ++barriers_[at.thread];
    buffer.push_back({step.event, barriers_[at.thread]});
    return step.act == StoryAct::Step ? flush(buffer, step.event) : "";
  }
  std::string flush(std::vector<Entry>& buffer, EventId write) {
    const auto place = std::ranges::find(buffer, write, &Entry::write);
    if (place == buffer.end()) return "what is not in the buffer leaves it";
    const bool must_stay = std::any_of(buffer.begin(), place, [&](const Entry& older) {
      return kind_ == StoreBuffers::Fifo || older.barriers < place->barriers ||
             event(older.write).label.location == event(write).label.location;
    });
    if (must_stay) return "a write leaves the buffer before an older one";
    memory_[event(write).label.location] = event(write).value;
    buffer.erase(place);
    return "";
  }
  std::string read(const StoryStep& step, const std::vector<Entry>& buffer) {
    const Event& at = event(step.event);
    const LocationId location = at.label.location;
    const auto own = std::find_if(buffer.rbegin(), buffer.rend(), [&](const Entry& entry) {
      return event(entry.write).label.location == location;
    });
    const bool is_own = own != buffer.rend();
    if (is_own != (step.act == StoryAct::Forward)) return "a read reads from the wrong place";
    const Value value = is_own ? event(own->write).value : memory_[location];
    if (value != at.value) return "a read reads another value";
    if (step.unseen != waiting_elsewhere(at)) return "other writes are in other buffers";
    if (!at.is_exclusive_read) return "";
    const EventId half = take_second_half(at);
    if (!half.is_none()) memory_[location] = event(half).value;
    if (!half.is_none()) last_is_sc_store_[at.thread] = event(half).label.mode == Mode::Sc;
    return "";
  }
  [[nodiscard]] std::vector<EventId> waiting_elsewhere(const Event& at) const {
    std::vector<EventId> writes;
    for (std::size_t t = 0; t < buffers_.size(); ++t) {
      for (const Entry& entry : buffers_[t]) {
        const bool is_same = event(entry.write).label.location == at.label.location;
        if (is_same && ThreadId(t) != at.thread) writes.push_back(entry.write);
      }
    }
    return writes;
  }

  StoreBuffers kind_;
  std::map<LocationId, Value> memory_;
  std::vector<std::vector<Entry>> buffers_;
  std::map<ThreadId, bool> last_is_sc_store_;
  std::map<ThreadId, int> barriers_;
};

// The latest write of each location that was seen, by its place in coherence, which stands for a
// time stamp.
using View = std::map<LocationId, std::size_t>;

void join(View& view, const View& other) {
  for (const auto& [location, place] : other) view[location] = std::max(view[location], place);
}

class MessageReplay : public Replay {
 public:
  MessageReplay(const explain::Story& story, const ExecutionGraph& graph, bool has_modes)
      : Replay(story, graph), has_modes_(has_modes), threads_(graph.thread_count()) {}

 protected:
  std::string take(const StoryStep& step) override {
    const Event& at = event(step.event);
    if (at.is_initial() || step.act != StoryAct::Step) return "there is no such step";
    if (!may_run(at.thread, [](std::size_t) { return true; })) return "a thread begins too early";
    if (at.index == 0) begin(at.thread);
    if (std::string mistake = advance(step.event); !mistake.empty()) return mistake;
    ThreadViews& views = threads_[at.thread.value];
    const Mode mode = mode_of(at);
    if (at.label.is_fence()) {
      if (at_least(mode, Mode::Acq)) join(views.now, views.acquirable);
      if (at_least(mode, Mode::Rel)) views.released = views.now;
    }
    if (at.label.is_write()) {
      if (at.label.is_exclusive_write) return "half an update takes a turn of its own";
      if (step.unseen != later_ones(step.event)) return "other writes are there already";
      return write(views, step.event, {});
    }
    if (at.label.is_read()) return read(views, step);
    return "";
  }
  std::string mistake_at_the_end() override { return ""; }

 private:
  struct ThreadViews {
    View now;
    View acquirable;  // the view that an acquire fence would add
    View released;    // by the last release fence
  };

  [[nodiscard]] Mode mode_of(const Event& at) const {
    if (!has_modes_) return at.label.is_fence() ? Mode::Sc : Mode::AcqRel;
    return plain_is_sc(at.label);
  }
  [[nodiscard]] std::size_t place_of(EventId write) const {
    const auto order = graph_.coherence(event(write).label.location);
    return static_cast<std::size_t>(std::ranges::find(order, write) - order.begin());
  }
  // Returns the writes of the same location that were sent earlier and come later in coherence.
  [[nodiscard]] std::vector<EventId> later_ones(EventId write) const {
    std::vector<EventId> later;
    const auto order = graph_.coherence(event(write).label.location);
    for (const EventId each : order.subspan(place_of(write) + 1)) {
      if (messages_.contains(each)) later.push_back(each);
    }
    return later;
  }
  // Gives a thread the views of all threads that end before it begins.
  void begin(ThreadId thread) {
    for (std::size_t t = 0; t < threads_.size(); ++t) {
      if (graph_.role(ThreadId(t)) < graph_.role(thread)) {
        join(threads_[thread.value].now, threads_[t].now);
      }
    }
  }

  // `received` is the view of the message that a read-modify-write has read.
  std::string write(ThreadViews& views, EventId id, const View& received) {
    const Event& at = event(id);
    const std::size_t place = place_of(id);
    if (place <= views.now[at.label.location]) return "a write comes before one that was seen";
    views.now[at.label.location] = place;
    View& message = messages_[id];
    message = at_least(mode_of(at), Mode::Rel) ? views.now : views.released;
    join(message, received);
    message[at.label.location] = place;
    return "";
  }
  std::string read(ThreadViews& views, const StoryStep& step) {
    const Event& at = event(step.event);
    const EventId source = at.reads_from;
    if (!event(source).is_initial() && !messages_.contains(source)) {
      return "a message is read before it is sent";
    }
    if (event(source).value != at.value) return "a read reads another value";
    const std::size_t place = place_of(source);
    if (place < views.now[at.label.location]) return "a read reads what it knows to be old";
    if (step.unseen != later_ones(source)) return "other messages have not arrived";
    views.now[at.label.location] = place;
    const View received = event(source).is_initial() ? View() : messages_[source];
    join(views.acquirable, received);
    if (at_least(mode_of(at), Mode::Acq)) join(views.now, received);
    if (!at.is_exclusive_read) return "";
    const EventId half = take_second_half(at);
    if (half.is_none()) return "";
    if (place_of(half) != place + 1) return "something comes between the halves of an update";
    return write(views, half, received);
  }

  bool has_modes_;
  std::vector<ThreadViews> threads_;
  std::map<EventId, View> messages_;
};

// Memory is a list of writes; views are not checked (tests/oracle/promising_check.cpp does).
class PromiseReplay : public Replay {
 public:
  using Replay::Replay;

 protected:
  std::string take(const StoryStep& step) override {
    const Event& at = event(step.event);
    if (at.is_initial()) return "an initial write takes a turn";
    if (!may_run(at.thread, [](std::size_t) { return true; })) return "a thread begins too early";
    if (step.act == StoryAct::Promise) {
      if (at.index < next_[at.thread.value]) return "a thread promises what it has written";
      promises_.push_back(step.event);
      return append(step.event);
    }
    if (std::string mistake = advance(step.event); !mistake.empty()) return mistake;
    if (at.label.is_write()) return write(step, step.event);
    if (!at.label.is_read()) return "";
    if (!is_there(at.reads_from)) return "a message is read before it is there";
    if (event(at.reads_from).value != at.value) return "a read reads another value";
    const bool updates = at.is_exclusive_read && !has_ended(at.thread.value);
    if (updates) return write(step, take_second_half(at));
    return step.unseen == later_ones(at.reads_from) ? "" : "other messages are there";
  }
  std::string mistake_at_the_end() override {
    return promises_.empty() ? "" : "a promise is not fulfilled";
  }

 private:
  [[nodiscard]] bool is_there(EventId write) const {
    return event(write).is_initial() || std::ranges::find(memory_, write) != memory_.end();
  }
  std::string append(EventId write) {
    const auto order = graph_.coherence(event(write).label.location);
    const auto place = std::ranges::find(order, write);
    if (is_there(write) || !is_there(*(place - 1))) return "memory has another order";
    memory_.push_back(write);
    return "";
  }
  std::string write(const StoryStep& step, EventId write) {
    const auto promise = std::ranges::find(promises_, write);
    if ((promise != promises_.end()) != (step.act == StoryAct::Fulfil)) {
      return "a write is promised, or is not";
    }
    if (step.act != StoryAct::Fulfil) return append(write);
    promises_.erase(promise);
    return "";
  }
  [[nodiscard]] std::vector<EventId> later_ones(EventId write) const {
    std::vector<EventId> later;
    const auto order = graph_.coherence(event(write).label.location);
    std::copy_if(std::ranges::find(order, write) + 1, order.end(), std::back_inserter(later),
                 [&](EventId each) { return is_there(each); });
    return later;
  }

  std::vector<EventId> memory_;
  std::vector<EventId> promises_;
};

}  // namespace

std::string mistake_in_story(const explain::Story& story, const MemoryModel& model,
                             const ExecutionGraph& graph) {
  if (story.machine == explain::StoryMachine::StoreBuffers) {
    return BufferReplay(story, graph, *model.traits().machine).run();
  }
  if (story.machine == explain::StoryMachine::Promises) return PromiseReplay(story, graph).run();
  return MessageReplay(story, graph, model.reports_races()).run();
}

}  // namespace drover::testing
