// Executions as walks.
//
// Under sc, tso and pso an execution is a run of a machine with store buffers (with the rules of
// explorer/algorithms/reference/store_machine.cpp, and the events of a given graph instead of
// automata). A depth-first search finds a run with this graph; a state is each thread's progress
// and the contents of its buffer.
//
// Other models have no machine here. The walk takes events in an order that agrees with po and rf.
// A thread's view of a location is the coherence-latest write among those that happen before its
// events, and those it has read or written.

#include "serve/walk.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"

namespace drover::serve {

namespace {

constexpr std::size_t MaxEvents = 200;
constexpr std::size_t MaxStates = 100'000;

// One step of a walk: an event, or a buffered write's arrival in memory.
struct WalkStep {
  EventId event;
  bool is_commit = false;
};

Json texts(const std::vector<std::string>& items) { return {items}; }

std::vector<std::string> location_names(const ExecutionGraph& graph, const GraphNames& names) {
  std::vector<std::string> out;
  for (const LocationId location : graph.locations()) out.push_back(names.location(location));
  return out;
}

// ---- The machine

// A barrier in a buffer: later writes may not overtake earlier ones.
constexpr std::uint32_t Mark = UINT32_MAX;

struct RunState {
  std::vector<std::size_t> done;                    // by thread: number of events done
  std::vector<std::vector<std::uint32_t>> buffers;  // events, or Mark
  std::vector<std::size_t> written;                 // by location: number of writes in memory
  auto operator<=>(const RunState&) const = default;
};

// Searches for a run with the graph. Short-lived.
class MachineRun {
 public:
  MachineRun(const ExecutionGraph& graph, StoreBuffers kind)
      : graph_(graph), kind_(kind), locations_(graph.locations()) {}

  std::optional<std::vector<WalkStep>> find() {
    RunState state;
    state.done.assign(graph_.thread_count(), 0);
    state.buffers.resize(graph_.thread_count());
    state.written.assign(locations_.size(), 1);  // initial writes
    if (!search(state)) return std::nullopt;
    std::ranges::reverse(steps_);
    return steps_;
  }

 private:
  // Records steps while returning.
  bool search(const RunState& state) {
    if (is_over(state)) return true;
    if (seen_.size() > MaxStates || !seen_.insert(state).second) return false;
    for (std::size_t t = 0; t < state.done.size(); ++t) {
      const auto events = graph_.events_of(ThreadId(t));
      if (state.done[t] < events.size() && may_start(state, t)) {
        RunState next = state;
        const EventId event = events[state.done[t]];
        const std::size_t before = next.done[t];
        if (execute(next, t, event) && search(next)) {
          // A read-modify-write is one step of the machine and two events of the walk.
          for (std::size_t i = next.done[t]; i > before; --i) steps_.push_back({events[i - 1]});
          return true;
        }
      }
    }
    for (std::size_t t = 0; t < state.done.size(); ++t) {
      for (std::size_t i = 0; i < state.buffers[t].size(); ++i) {
        RunState next = state;
        const std::uint32_t entry = state.buffers[t][i];
        if (commit(next, t, i) && search(next)) {
          steps_.push_back({EventId(entry), true});
          return true;
        }
      }
    }
    return false;
  }

  [[nodiscard]] bool is_over(const RunState& state) const {
    for (std::size_t t = 0; t < state.done.size(); ++t) {
      if (state.done[t] < graph_.events_of(ThreadId(t)).size() || !state.buffers[t].empty()) {
        return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool may_start(const RunState& state, std::size_t thread) const {
    const ThreadRole role = graph_.role(ThreadId(thread));
    for (std::size_t t = 0; t < state.done.size(); ++t) {
      if (!(graph_.role(ThreadId(t)) < role)) continue;
      const bool has_ended =
          state.done[t] == graph_.events_of(ThreadId(t)).size() && state.buffers[t].empty();
      if (!has_ended) return false;
    }
    return true;
  }

  [[nodiscard]] bool waits_for_buffer(const RunState& state, std::size_t t,
                                      const Event& event) const {
    if (state.buffers[t].empty()) return false;
    const Label& label = event.label;
    const bool is_full = event.label.mode == Mode::Sc || event.label.mode == Mode::Plain;
    if (label.is_fence() && is_full) return true;
    if (label.is_read() && (event.is_exclusive_read || event.is_failed_exclusive)) return true;
    if (state.done[t] == 0) return false;
    const Event& last = graph_.event(graph_.events_of(ThreadId(t))[state.done[t] - 1]);
    return last.label.is_write() && last.label.mode == Mode::Sc;
  }

  bool execute(RunState& state, std::size_t t, EventId id) {
    const Event& event = graph_.event(id);
    if (waits_for_buffer(state, t, event)) return false;
    ++state.done[t];
    if (event.label.is_read()) {
      if (event.reads_from != visible_write(state, t, event.label.location)) return false;
      if (!event.is_exclusive_read) return true;
      const auto events = graph_.events_of(ThreadId(t));
      // A thread that stops between the halves of an RMW has no second half.
      if (state.done[t] == events.size()) return true;
      return write_to_memory(state, events[state.done[t]++]);
    }
    auto& buffer = state.buffers[t];
    const bool orders_writes =
        (event.label.is_fence() || event.label.is_write()) && at_least(event.label.mode, Mode::Rel);
    if (orders_writes && !buffer.empty()) buffer.push_back(Mark);
    if (!event.label.is_write()) return true;
    if (kind_ == StoreBuffers::None) return write_to_memory(state, id);
    buffer.push_back(id.value);
    return true;
  }

  bool commit(RunState& state, std::size_t t, std::size_t entry) {
    auto& buffer = state.buffers[t];
    if (buffer[entry] == Mark || (kind_ == StoreBuffers::Fifo && entry > 0)) return false;
    const LocationId location = graph_.event(EventId(buffer[entry])).label.location;
    for (std::size_t i = 0; i < entry; ++i) {
      if (buffer[i] == Mark) return false;
      if (graph_.event(EventId(buffer[i])).label.location == location) return false;
    }
    if (!write_to_memory(state, EventId(buffer[entry]))) return false;
    buffer.erase(buffer.begin() + static_cast<std::ptrdiff_t>(entry));
    while (!buffer.empty() && buffer.front() == Mark) buffer.erase(buffer.begin());
    return true;
  }

  // Writes in coherence order only. False if out of order.
  bool write_to_memory(RunState& state, EventId write) {
    const LocationId location = graph_.event(write).label.location;
    std::size_t& written = state.written[place_of(location)];
    const auto coherence = graph_.coherence(location);
    if (written >= coherence.size() || coherence[written] != write) return false;
    ++written;
    return true;
  }

  [[nodiscard]] std::size_t place_of(LocationId location) const {
    return static_cast<std::size_t>(std::ranges::find(locations_, location) - locations_.begin());
  }

  [[nodiscard]] EventId visible_write(const RunState& state, std::size_t t,
                                      LocationId location) const {
    const auto& buffer = state.buffers[t];
    for (auto entry = buffer.rbegin(); entry != buffer.rend(); ++entry) {
      if (*entry != Mark && graph_.event(EventId(*entry)).label.location == location) {
        return EventId(*entry);
      }
    }
    return graph_.coherence(location)[state.written[place_of(location)] - 1];
  }

  const ExecutionGraph& graph_;
  StoreBuffers kind_;
  std::vector<LocationId> locations_;
  std::set<RunState> seen_;
  std::vector<WalkStep> steps_;
};

// ---- Description

// Describes a walk. Short-lived.
class Teller {
 public:
  Teller(const ExecutionGraph& graph, const GraphNames& names, const MemoryModel& model)
      : graph_(graph), names_(names), model_(model), locations_(graph.locations()) {
    for (const LocationId location : locations_) memory_.push_back(graph.initial_write(location));
  }

  Json of_machine(const std::vector<WalkStep>& walk, StoreBuffers kind) {
    std::vector<std::vector<EventId>> buffers(graph_.thread_count());
    Json steps = Json::array();
    for (const WalkStep& step : walk) {
      const Event& event = graph_.event(step.event);
      auto& buffer = buffers[event.thread.value];
      const bool is_buffered =
          kind != StoreBuffers::None && event.label.is_write() && !event.label.is_exclusive_write;
      if (step.is_commit) {
        buffer.erase(std::ranges::find(buffer, step.event));
        set_memory(step.event);
      } else if (is_buffered) {
        buffer.push_back(step.event);
      } else if (event.label.is_write()) {
        set_memory(step.event);
      }
      Json json = step_json(step.event, text_of(step, is_buffered));
      if (kind != StoreBuffers::None) {
        Json all = Json::array();
        for (const auto& each : buffers) all.push_back(buffer_json(each));
        json["buffers"] = std::move(all);
      }
      steps.push_back(std::move(json));
    }
    return whole(kind == StoreBuffers::None ? "memory" : "buffers", std::move(steps));
  }

  Json of_views() {
    const Relation before = model_.happens_before(graph_);
    std::vector<std::vector<EventId>> views(graph_.thread_count(), memory_);
    Json steps = Json::array();
    for (const EventId id : reading_order(graph_)) {
      const Event& event = graph_.event(id);
      auto& view = views[event.thread.value];
      for (std::size_t i = 0; i < graph_.size(); ++i) {
        const EventId write(i);
        const bool is_seen = graph_.event(write).label.is_write() &&
                             (write == id || before.contains(write, id) ||
                              (event.label.is_read() && event.reads_from == write));
        if (is_seen) see(view, write);
      }
      if (event.label.is_write()) set_memory(id);
      Json json = step_json(id, text_of({id}, false));
      Json all = Json::array();
      for (const auto& each : views) all.push_back(values_json(each));
      json["views"] = std::move(all);
      steps.push_back(std::move(json));
    }
    return whole("views", std::move(steps));
  }

 private:
  [[nodiscard]] std::size_t place_of(LocationId location) const {
    return static_cast<std::size_t>(std::ranges::find(locations_, location) - locations_.begin());
  }

  // True if `a` is later in coherence; under models without coherence, later in the walk.
  [[nodiscard]] bool is_later(EventId a, EventId b) const {
    const auto coherence = graph_.coherence(graph_.event(a).label.location);
    return std::ranges::find(coherence, a) > std::ranges::find(coherence, b);
  }

  // The walk may take writes in an order other than coherence.
  void set_memory(EventId write) { see(memory_, write); }

  void see(std::vector<EventId>& view, EventId write) const {
    EventId& seen = view[place_of(graph_.event(write).label.location)];
    if (!model_.has_coherence() || is_later(write, seen)) seen = write;
  }

  [[nodiscard]] std::string value_of(EventId write) const {
    return names_.value(graph_.event(write).value);
  }

  [[nodiscard]] Json values_json(const std::vector<EventId>& writes) const {
    Json out = Json::array();
    for (const EventId write : writes) out.push_back(value_of(write));
    return out;
  }

  [[nodiscard]] Json buffer_json(const std::vector<EventId>& buffer) const {
    Json out = Json::array();
    for (const EventId write : buffer) {
      out.push_back(
          Json::array({names_.location(graph_.event(write).label.location), value_of(write)}));
    }
    return out;
  }

  [[nodiscard]] std::string text_of(const WalkStep& step, bool is_buffered) const {
    const Event& event = graph_.event(step.event);
    const std::string& thread = names_.threads[event.thread.value];
    const std::string name = event_letter(graph_, step.event);
    if (step.is_commit) {
      return format("{} of {}'s buffer reaches memory: {} = {}", name, thread,
                    names_.location(event.label.location), value_of(step.event));
    }
    return format("{}: {} {}{}", thread, name, describe_event(event, names_),
                  is_buffered ? ", into the buffer" : "");
  }

  [[nodiscard]] Json step_json(EventId id, std::string text) const {
    return Json{{"event", id.value},
                {"letter", event_letter(graph_, id)},
                {"thread", graph_.event(id).thread.value},
                {"line", graph_.event(id).label.source.line},
                {"text", std::move(text)},
                {"memory", values_json(memory_)}};
  }

  Json whole(std::string_view kind, Json steps) const {
    Json initial = Json::array();
    for (const LocationId location : locations_) {
      initial.push_back(value_of(graph_.initial_write(location)));
    }
    return Json{{"kind", kind},
                {"threads", texts(names_.threads)},
                {"locations", texts(location_names(graph_, names_))},
                {"initial", std::move(initial)},
                {"steps", std::move(steps)}};
  }

  const ExecutionGraph& graph_;
  const GraphNames& names_;
  const MemoryModel& model_;
  std::vector<LocationId> locations_;
  std::vector<EventId> memory_;  // by location: its current write
};

}  // namespace

Json walk_json(const ExecutionGraph& graph, const GraphNames& names, const MemoryModel& model) {
  if (graph.size() > MaxEvents) return nullptr;
  const std::optional<StoreBuffers> machine = model.traits().machine;
  Teller teller(graph, names, model);
  if (!machine) return teller.of_views();
  const auto walk = MachineRun(graph, *machine).find();
  return walk ? teller.of_machine(*walk, *machine) : Json(nullptr);
}

Json walks_json(const ExecutionGraph& graph, const GraphNames& names,
                const std::vector<WalkedModel>& models) {
  std::vector<std::pair<std::string, std::vector<std::size_t>>> known;
  std::vector<Json> walks;
  for (const WalkedModel& each : models) {
    Json walk = walk_json(graph, names, *each.model);
    if (std::holds_alternative<std::nullptr_t>(walk.value())) continue;
    const std::string text = walk.dump();
    const auto same = std::ranges::find(known, text, &decltype(known)::value_type::first);
    if (same != known.end()) {
      same->second.push_back(each.place);
      continue;
    }
    known.push_back({text, {each.place}});
    walks.push_back(std::move(walk));
  }
  Json out = Json::array();
  for (std::size_t i = 0; i < walks.size(); ++i) {
    walks[i]["models"] = known[i].second;
    out.push_back(std::move(walks[i]));
  }
  return out;
}

}  // namespace drover::serve
