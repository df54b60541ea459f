// Executions as walks.
//
// Under sc, tso and pso an execution is a run of a machine with store buffers
// (analysis/explain/story.h).
//
// Other models have no machine here. The walk takes events in an order that agrees with po and rf.
// A thread's view of a location is the coherence-latest write among those that happen before its
// events, and those it has read or written.

#include "serve/walk.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "analysis/explain/story.h"
#include "explorer/graph/graph_names.h"
#include "explorer/graph/text_printer.h"
#include "support/format.h"

namespace drover::serve {

namespace {

using explain::StoryAct;

constexpr std::size_t MaxEvents = 200;

// Describes a walk. Short-lived.
class Teller {
 public:
  Teller(const ExecutionGraph& graph, const GraphNames& names, const MemoryModel& model)
      : graph_(graph), names_(names), model_(model), locations_(graph.locations()) {
    for (const LocationId location : locations_) memory_.push_back(graph.initial_write(location));
  }

  Json of_machine(const std::vector<explain::StoryStep>& run, StoreBuffers kind) {
    std::vector<std::vector<EventId>> buffers(graph_.thread_count());
    Json steps = Json::array();
    const auto tell = [&](StoryAct act, EventId id) {
      auto& buffer = buffers[graph_.event(id).thread.value];
      if (act == StoryAct::Buffer) {
        buffer.push_back(id);
      } else if (graph_.event(id).label.is_write()) {
        std::erase(buffer, id);
        see(memory_, id);
      }
      Json json = step_json(id, text_of(act, id));
      if (kind != StoreBuffers::None) {
        json["buffers"] =
            Json::list(buffers, [this](const auto& each) { return buffer_json(each); });
      }
      steps.push_back(std::move(json));
    };
    for (const explain::StoryStep& step : run) {
      tell(step.act, step.event);
      const Event& event = graph_.event(step.event);
      const auto thread = graph_.events_of(event.thread);
      // A read-modify-write is one step of the machine and two events of the walk.
      const bool has_write = event.is_exclusive_read && event.index + 1 < thread.size();
      if (has_write) tell(StoryAct::Step, thread[event.index + 1]);
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
      // The walk may take writes in an order other than coherence.
      if (event.label.is_write()) see(memory_, id);
      Json json = step_json(id, text_of(StoryAct::Step, id));
      json["views"] = Json::list(views, [this](const auto& each) { return values_json(each); });
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

  void see(std::vector<EventId>& view, EventId write) const {
    EventId& seen = view[place_of(graph_.event(write).label.location)];
    if (!model_.has_coherence() || is_later(write, seen)) seen = write;
  }

  [[nodiscard]] std::string value_of(EventId write) const {
    return names_.value(graph_.event(write).value);
  }

  [[nodiscard]] Json values_json(const std::vector<EventId>& writes) const {
    return Json::list(writes, [this](EventId write) { return value_of(write); });
  }

  [[nodiscard]] Json buffer_json(const std::vector<EventId>& buffer) const {
    return Json::list(buffer, [this](EventId write) {
      return Json::array({names_.location(graph_.event(write).label.location), value_of(write)});
    });
  }

  [[nodiscard]] std::string text_of(StoryAct act, EventId id) const {
    const Event& event = graph_.event(id);
    const std::string& thread = names_.threads[event.thread.value];
    const std::string name = event_letter(graph_, id);
    if (act == StoryAct::Flush) {
      return format("{} of {}'s buffer reaches memory: {} = {}", name, thread,
                    names_.location(event.label.location), value_of(id));
    }
    return format("{}: {} {}{}", thread, name, describe_event(event, names_),
                  act == StoryAct::Buffer ? ", into the buffer" : "");
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
    return Json{{"kind", kind},
                {"threads", names_.threads},
                {"locations", Json::list(locations_, names_.location)},
                {"initial", Json::list(locations_,
                                       [this](LocationId location) {
                                         return value_of(graph_.initial_write(location));
                                       })},
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
  const auto run = explain::find_buffer_run(graph, *machine, explain::Flushing::Late);
  return run ? teller.of_machine(*run, *machine) : Json(nullptr);
}

Json walks_json(const ExecutionGraph& graph, const GraphNames& names,
                const std::vector<report::PlacedModel>& models) {
  std::vector<std::pair<std::string, std::size_t>> known;  // texts of walks, and their places
  Json::Array walks;
  for (const report::PlacedModel& each : models) {
    Json walk = walk_json(graph, names, *each.model);
    if (walk.is_null()) continue;
    const auto same = std::ranges::find(known, walk.dump(), &decltype(known)::value_type::first);
    if (same != known.end()) {
      walks[same->second]["models"].push_back(each.place);
      continue;
    }
    known.emplace_back(walk.dump(), walks.size());
    walk["models"].push_back(each.place);
    walks.push_back(std::move(walk));
  }
  return walks;
}

}  // namespace drover::serve
