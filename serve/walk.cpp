// Executions as walks.
//
// Under sc, tso and pso an execution is a run of a machine with store buffers, under aarch64 and
// riscv one of the machine with promises, under ra, sra, rc11 and rc20 one of threads with messages
// (analysis/explain/story.h). Other models have no views: the walk follows the strongest order that
// all events can follow (row_order).

#include "serve/walk.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "analysis/explain/story.h"
#include "explorer/graph/text_printer.h"
#include "explorer/models/model_proof.h"
#include "support/format.h"
#include "words/reason_words.h"

namespace drover::serve {

namespace {

using explain::StoryAct;
using explain::StoryMachine;
using explain::StoryStep;

constexpr std::size_t MaxEvents = 200;

// True if the threads of the model have views: it has a machine with messages, and its axioms keep
// them. Which relations contain fr is known for events without tags only; initial writes, which fr
// and fr; rf do not reach, may have one.
bool has_views(const ExecutionGraph& graph, const MemoryModel& model) {
  return explain::has_messages(model) && model.proofs().keeps_views &&
         std::ranges::all_of(graph.events(), [](const Event& event) {
           return event.is_initial() || event.label.tags.is_empty();
         });
}

std::string_view words_of(RowOrder order) {
  switch (order) {
    case RowOrder::Interleaving:
      return "An interleaving: in this order, each read sees the last write before it.";
    case RowOrder::Causal:
      return "An order that agrees with program order and reads-from. A read may see an older "
             "write than the last one before it.";
    case RowOrder::Threads: break;
  }
  return "No order agrees with program order and reads-from, which have a cycle. The steps follow "
         "program order alone: some read sees what a later step writes.";
}

constexpr std::string_view ViewWords =
    " Newest: of each location, the write so far that is last in coherence. Views: the latest "
    "write that the thread is bound to have seen; it may see a later one.";

constexpr std::string_view PromiseWords =
    "A run of the machine with promises that gives this execution. Newest: of each location, the "
    "last message. Views: the oldest value that a plain load of the thread may still read. Steps "
    "and views are those of this machine, not of a chip.";

// Describes a walk. Short-lived.
class Teller {
 public:
  Teller(const ExecutionGraph& graph, const GraphNames& names, const MemoryModel& model)
      : graph_(graph), names_(names), model_(model), locations_(graph.locations()) {
    for (const LocationId location : locations_) memory_.push_back(graph.initial_write(location));
  }

  [[nodiscard]] Json tell() {
    const std::optional<StoreBuffers> machine = model_.traits().machine;
    if (machine && machine != StoreBuffers::None) {
      const auto run = explain::find_buffer_run(graph_, *machine, explain::Flushing::Late);
      if (run) return of_buffers(*run);
    }
    if (const auto rules = model_.traits().promises) {
      const auto run = explain::find_promised_steps(graph_, *rules);
      if (run) return of_promises(*run);
    }
    const RowOrder order = row_order(graph_);
    if (order != RowOrder::Threads && has_views(graph_, model_)) return of_views(order);
    if (order == RowOrder::Interleaving) return of_memory();
    Json steps = Json::list(steps_in_reading_order(),
                            [this](const StoryStep& step) { return step_json(step); });
    return whole("order", words_of(order), std::move(steps));
  }

 private:
  Json of_buffers(const std::vector<StoryStep>& run) {
    std::vector<std::vector<EventId>> buffers(graph_.thread_count());
    Json steps = Json::array();
    for (const StoryStep& step : run) {
      auto& buffer = buffers[graph_.event(step.event).thread.value];
      for (const EventId id : events_of(step)) {
        if (!graph_.event(id).label.is_write()) continue;
        if (step.act == StoryAct::Buffer) {
          buffer.push_back(id);
        } else {
          std::erase(buffer, id);
          newest(memory_, id) = id;
        }
      }
      Json json = step_json(step, StoryMachine::StoreBuffers);
      json["memory"] = values_json(memory_);
      json["buffers"] = Json::list(buffers, [this](const auto& each) { return buffer_json(each); });
      steps.push_back(std::move(json));
    }
    return whole("buffers",
                 "A run of the machine that gives this execution: writes wait in the buffers of "
                 "their threads before they reach memory.",
                 std::move(steps));
  }

  Json of_promises(const std::vector<explain::PromisedStep>& run) {
    std::vector<std::vector<EventId>> views(graph_.thread_count(), memory_);
    Json steps = Json::array();
    for (const auto& [told, view] : run) {
      views[graph_.event(told.event).thread.value] = view;
      for (const EventId id : events_of(told)) {
        const bool appends = told.act != StoryAct::Fulfil && graph_.event(id).label.is_write();
        if (appends) newest(memory_, id) = id;
      }
      Json json = step_json(told, StoryMachine::Promises);
      json["memory"] = values_json(memory_);
      json["views"] = Json::list(views, [this](const auto& each) { return values_json(each); });
      steps.push_back(std::move(json));
    }
    return whole("views", PromiseWords, std::move(steps));
  }

  Json of_memory() {
    Json steps = Json::array();
    for (const StoryStep& step : steps_in_reading_order()) {
      for (const EventId id : events_of(step)) {
        if (graph_.event(id).label.is_write()) newest(memory_, id) = id;
      }
      Json json = step_json(step);
      json["memory"] = values_json(memory_);
      steps.push_back(std::move(json));
    }
    return whole("memory", words_of(RowOrder::Interleaving), std::move(steps));
  }

  Json of_views(RowOrder order) {
    const Relation before = model_.happens_before(graph_);
    std::vector<std::vector<EventId>> views(graph_.thread_count(), memory_);
    const std::optional<explain::Story> story =
        order == RowOrder::Causal ? explain::find_story(model_, graph_) : std::nullopt;
    Json steps = Json::array();
    for (const StoryStep& step : story ? story->steps : steps_in_reading_order()) {
      auto& view = views[graph_.event(step.event).thread.value];
      for (const EventId id : events_of(step)) {
        see_all(view, id, before);
        // The order may have writes in another order than coherence.
        if (graph_.event(id).label.is_write()) see(memory_, id);
      }
      Json json = step_json(step);
      json["memory"] = values_json(memory_);
      json["views"] = Json::list(views, [this](const auto& each) { return values_json(each); });
      steps.push_back(std::move(json));
    }
    const std::string about =
        story ? "In the order of time, with writes as messages that reach threads at different "
                "times."
              : std::string(words_of(order));
    return whole("views", about + std::string(ViewWords), std::move(steps));
  }

  // Adds what a thread sees by an event.
  void see_all(std::vector<EventId>& view, EventId id, const Relation& before) {
    const Event& event = graph_.event(id);
    for (std::size_t i = 0; i < graph_.size(); ++i) {
      const EventId write(i);
      const bool is_seen = graph_.event(write).label.is_write() &&
                           (write == id || before.contains(write, id) ||
                            (event.label.is_read() && event.reads_from == write));
      if (is_seen) see(view, write);
    }
  }

  // Returns the events of a step: both halves of a read-modify-write.
  [[nodiscard]] std::vector<EventId> events_of(const StoryStep& step) const {
    const Event& event = graph_.event(step.event);
    const auto thread = graph_.events_of(event.thread);
    const std::size_t next = event.index + std::size_t{1};
    const bool has_write = event.is_exclusive_read && next < thread.size() &&
                           graph_.event(thread[next]).label.is_exclusive_write;
    return has_write ? std::vector{step.event, thread[next]} : std::vector{step.event};
  }

  // In reading order, nothing that precedes the write of a read-modify-write follows its read.
  [[nodiscard]] std::vector<StoryStep> steps_in_reading_order() const {
    std::vector<StoryStep> steps;
    std::vector<bool> is_taken(graph_.size());
    for (const EventId id : reading_order(graph_)) {
      if (is_taken[id.value]) continue;
      steps.push_back({.act = StoryAct::Step, .event = id, .unseen = {}});
      for (const EventId taken : events_of(steps.back())) is_taken[taken.value] = true;
    }
    return steps;
  }

  [[nodiscard]] EventId& newest(std::vector<EventId>& writes, EventId write) const {
    const LocationId location = graph_.event(write).label.location;
    return writes[static_cast<std::size_t>(std::ranges::find(locations_, location) -
                                           locations_.begin())];
  }

  void see(std::vector<EventId>& view, EventId write) const {
    EventId& seen = newest(view, write);
    const auto coherence = graph_.coherence(graph_.event(write).label.location);
    if (std::ranges::find(coherence, write) > std::ranges::find(coherence, seen)) seen = write;
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

  // Without store buffers, the words are those for messages: a read does not say where its value
  // comes from.
  [[nodiscard]] Json step_json(const StoryStep& step,
                               StoryMachine machine = StoryMachine::Messages) const {
    const Event& event = graph_.event(step.event);
    const std::string letter = event_letter(graph_, step.event, names_);
    std::string words = words::story_step_words(step, machine, graph_, names_);
    if (words.empty()) {
      words = format("{}: {}", names_.threads[event.thread.value], describe_event(event, names_));
    }
    return Json{{"events", Json::list(events_of(step), [](EventId id) { return id.value; })},
                {"letter", letter},
                {"thread", event.thread.value},
                {"line", event.label.source.line},
                {"text", format("{}: {}", letter, words)}};
  }

  Json whole(std::string_view kind, std::string_view about, Json steps) const {
    return Json{{"kind", kind},
                {"about", about},
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
  return Teller(graph, names, model).tell();
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
