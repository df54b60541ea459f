// Play under axioms: the reader picks a source for each read, and the order of writes of a
// location. Choices without a consistent completion are refused, with a cycle as the reason.
//
//   {…, "models": ["rc11"], "choices": [["rf", WRITE, READ] or ["co", WRITE, WRITE]…]}
//   WRITE, READ: [THREAD, INDEX]; an initial write: [null, LOCATION]
//
// The answer has the events that follow from the choices, the next choices, and the number of
// executions left; `unroll` if loops were cut there. Each request visits all candidates: nothing
// less shows that none is consistent. A thread proceeds to its first read without a chosen source.
// Events have the letters of the first execution that is left.

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "drawing/execution_picture.h"
#include "explorer/graph/graph_hash.h"
#include "explorer/graph/graph_names.h"
#include "report/command_json.h"
#include "serve/jobs.h"
#include "support/format.h"
#include "support/text.h"
#include "words/run_words.h"
#include "words/words.h"

namespace drover::serve {

namespace {

constexpr std::size_t MaxChoices = 500;
constexpr std::size_t MaxLooked = 100'000;
// Maximal number of candidates searched for a reason to refuse a choice.
constexpr std::size_t MaxReasons = 200;

// An event by thread and serial number, which all candidates share. An initial write has no thread,
// and its location's number.
struct EventName {
  std::uint32_t thread = 0;  // 0: initial write; else thread + 1
  std::uint32_t index = 0;
  auto operator<=>(const EventName&) const = default;
};

EventName name_in(const ExecutionGraph& graph, EventId id) {
  const Event& event = graph.event(id);
  if (event.is_initial()) return {0, event.label.location.value};
  return {event.thread.value + 1, event.index};
}

std::optional<EventId> find_in(const ExecutionGraph& graph, const EventName& name) {
  if (name.thread == 0) {
    const auto locations = graph.locations();
    const LocationId location(name.index);
    if (std::ranges::find(locations, location) == locations.end()) return std::nullopt;
    return graph.initial_write(location);
  }
  if (name.thread > graph.thread_count()) return std::nullopt;
  const auto events = graph.events_of(ThreadId(name.thread - 1));
  if (name.index >= events.size()) return std::nullopt;
  return events[name.index];
}

struct Picked {
  bool is_order = false;  // co; else rf
  EventName from;
  EventName to;
  bool operator==(const Picked&) const = default;
};

std::optional<EventName> read_name(const Json& json) {
  const Json::Array& pair = json.items();
  if (pair.size() != 2) return std::nullopt;
  const auto index = pair[1].whole_number();
  if (!index || *index < 0 || *index > 10'000) return std::nullopt;
  const auto number = static_cast<std::uint32_t>(*index);
  if (pair[0].is_null()) return EventName{0, number};
  const auto thread = pair[0].whole_number();
  if (!thread || *thread < 0 || *thread > 1000) return std::nullopt;
  return EventName{static_cast<std::uint32_t>(*thread) + 1, number};
}

std::optional<std::vector<Picked>> read_choices(const Json& body) {
  std::vector<Picked> picked;
  const Json& json = body.at("choices");
  if (json.is_null()) return picked;
  const auto* list = std::get_if<Json::Array>(&json.value());
  if (list == nullptr || list->size() > MaxChoices) return std::nullopt;
  for (const Json& item : *list) {
    const Json::Array& parts = item.items();
    if (parts.size() != 3) return std::nullopt;
    const auto kind = parts[0].text();
    const auto from = read_name(parts[1]);
    const auto to = read_name(parts[2]);
    const bool is_known = kind == "rf" || kind == "co";
    if (!is_known || !from || !to) return std::nullopt;
    picked.push_back({*kind == "co", *from, *to});
  }
  return picked;
}

Json name_json(const EventName& name) {
  return Json::array({name.thread == 0 ? Json() : Json(name.thread - 1), name.index});
}

// Visits all candidates. Short-lived.
class ChoiceTable {
 public:
  ChoiceTable(const AskedProgram& asked, std::vector<Picked> picked)
      : model_(*asked.model),
        unroll_(asked.subject.unroll),
        search_(candidates_of(asked)),
        names_(*search_.names()),
        picked_(std::move(picked)) {}

  // False if there are too many candidates.
  [[nodiscard]] bool look(double seconds) {
    std::size_t looked = 0;
    const StopReason reason = search_.run({}, std::nullopt, {.seconds = seconds},
                                          [&](const explain::VisitedCandidate& candidate) {
                                            if (++looked > MaxLooked) search_.stop();
                                            if (fits(candidate.graph)) add(candidate);
                                          });
    if (first_) names_.letters_before = letters_before(consistent_graph_.value_or(*first_));
    return reason == StopReason::Exhausted;
  }

  [[nodiscard]] bool has_candidates() const { return first_.has_value(); }
  [[nodiscard]] bool is_consistent() const { return consistent_ > 0; }

  // Returns why the choices are inconsistent: a violation of the known events, or else of a
  // completion.
  [[nodiscard]] Json refusal_json() const {
    if (keeps_violations()) {
      const ExecutionGraph part = partial_graph();
      if (const auto violation = model_.find_violation(part)) {
        return reason_json(part, *violation, true);
      }
    }
    if (!reason_) return with_bound(Json{{"axiom", ""}, {"text", "no execution is left"}});
    return reason_json(*reason_graph_, *reason_, false);
  }

  [[nodiscard]] Json tell() const {
    Json orders = Json::array();
    for (const auto& [pair, ways] : orders_) {
      if (ways.size() > 1) orders.push_back(order_json(pair));
    }
    const auto write_json = [this](const EventName& write) {
      return Json{{"write", name_json(write)}, {"text", event_text(write)}};
    };
    const bool is_done = open_reads_.empty() && orders.items().empty();
    Json json{{"model", model_.name()},
              {"left", consistent_},
              {"reads", Json::list(open_reads_,
                                   [&](const auto& each) {
                                     return Json{{"read", name_json(each.first)},
                                                 {"text", event_text(each.first)},
                                                 {"options", Json::list(each.second, write_json)}};
                                   })},
              {"orders", std::move(orders)},
              {"told", told()},
              {"is_done", is_done}};
    if (is_done) {
      json["outcome"] = joined(states_, ", or ", [this](const std::vector<Value>& state) {
        return words::final_state_text(search_.program(), state, names_);
      });
    }
    json["svg"] = svg_of(is_done ? *consistent_graph_ : partial_graph(), std::nullopt);
    return with_bound(std::move(json));
  }

 private:
  // True if no added event or edge repairs a broken axiom.
  [[nodiscard]] bool keeps_violations() const {
    return model_.is_builtin() || model_.proofs()[ModelProperty::PrefixClosedness].is_proved;
  }

  [[nodiscard]] Json with_bound(Json json) const {
    if (explain::has_node(search_.automata(), LabelKind::Cut)) json["unroll"] = unroll_;
    return json;
  }

  [[nodiscard]] bool fits(const ExecutionGraph& graph) const {
    return std::ranges::all_of(picked_, [&](const Picked& each) {
      const auto from = find_in(graph, each.from);
      const auto to = find_in(graph, each.to);
      if (!from || !to) return false;
      if (!each.is_order) return graph.event(*to).reads_from == *from;
      const auto coherence = graph.coherence(graph.event(*from).label.location);
      const auto first = std::ranges::find(coherence, *from);
      const auto second = std::ranges::find(coherence, *to);
      return second != coherence.end() && first < second;
    });
  }

  // True if a source is chosen for the read.
  [[nodiscard]] bool is_picked(const EventName& read) const {
    return std::ranges::any_of(
        picked_, [&](const Picked& each) { return !each.is_order && each.to == read; });
  }

  void add(const explain::VisitedCandidate& candidate) {
    const ExecutionGraph& graph = candidate.graph;
    if (!first_) begin(graph);
    const bool is_consistent = model_.is_consistent(graph);
    if (is_consistent) {
      // Candidates that differ in coherence are one execution of a model without it.
      const bool is_new =
          model_.has_coherence() || seen_.insert(hash_graph(graph, CoherencePart::LeftOut)).second;
      if (is_new) ++consistent_;
      states_.insert(candidate.state);
      if (!consistent_graph_) consistent_graph_ = graph;
    } else if (reasons_ < MaxReasons) {
      note_reason(graph);
    }
    for (auto& [read, options] : open_reads_) {
      const EventId id = *find_in(graph, read);
      const EventId write = graph.event(id).reads_from;
      options.insert(name_in(graph, write));
      note_event(graph, id);
      note_event(graph, write);
    }
    if (is_consistent) note_orders(graph);
  }

  // The first candidate with an event, and whether others have it with another value.
  struct Witness {
    ExecutionGraph graph;
    EventId event;
    bool has_other_values = false;
  };
  void note_event(const ExecutionGraph& graph, EventId id) {
    const EventName name = name_in(graph, id);
    const auto known = witnesses_.find(name);
    if (known == witnesses_.end()) {
      witnesses_.emplace(name, Witness{graph, id, false});
    } else {
      Witness& witness = known->second;
      witness.has_other_values |= witness.graph.event(witness.event).value != graph.event(id).value;
    }
  }

  // All fitting candidates share the events that follow from the choices.
  void begin(const ExecutionGraph& graph) {
    first_ = graph;
    for (std::size_t t = 0; t < graph.thread_count(); ++t) {
      const auto events = graph.events_of(ThreadId(t));
      std::size_t known = 0;
      while (known < events.size()) {
        const Event& event = graph.event(events[known]);
        const EventName name = name_in(graph, events[known]);
        if (event.label.is_read() && !is_picked(name)) {
          open_reads_[name];
          break;
        }
        ++known;
      }
      known_.push_back(known);
    }
  }

  [[nodiscard]] bool is_known(const ExecutionGraph& graph, EventId id) const {
    const Event& event = graph.event(id);
    return event.is_initial() || event.index < known_[event.thread.value];
  }

  // For each two known writes of a location, notes which is first in this execution.
  void note_orders(const ExecutionGraph& graph) {
    if (!model_.has_coherence()) return;
    for (const LocationId location : graph.locations()) {
      const auto coherence = graph.coherence(location);
      for (std::size_t i = 1; i < coherence.size(); ++i) {
        for (std::size_t j = i + 1; j < coherence.size(); ++j) {
          if (!is_known(graph, coherence[i]) || !is_known(graph, coherence[j])) continue;
          const EventName first = name_in(graph, coherence[i]);
          const EventName second = name_in(graph, coherence[j]);
          note_event(graph, coherence[i]);
          note_event(graph, coherence[j]);
          orders_[std::minmax(first, second)].insert(first < second);
        }
      }
    }
  }

  // Keeps the shortest cycle seen.
  void note_reason(const ExecutionGraph& graph) {
    ++reasons_;
    auto violation = model_.find_violation(graph);
    if (!violation) return;
    if (reason_ && reason_->cycle.size() <= violation->cycle.size()) return;
    reason_ = std::move(violation);
    reason_graph_ = graph;
  }

  // Returns the known events: each thread up to its first open read.
  [[nodiscard]] ExecutionGraph partial_graph() const {
    const ExecutionGraph& from = *first_;
    std::vector<ThreadRole> roles;
    for (std::size_t t = 0; t < from.thread_count(); ++t) roles.push_back(from.role(ThreadId(t)));
    ExecutionGraph part(roles);
    for (const LocationId location : from.locations()) {
      const Event& initial = from.event(from.initial_write(location));
      part.ensure_initial_write(location, initial.value, initial.label.tags);
    }
    for (std::size_t t = 0; t < known_.size(); ++t) {
      for (std::size_t i = 0; i < known_[t]; ++i) {
        const Event& event = from.event(from.events_of(ThreadId(t))[i]);
        const EventId added = part.add(ThreadId(t), event.node, event.label);
        if (event.label.is_read()) part.set_read_value(added, event.value);
      }
    }
    for (const Picked& each : picked_) {
      if (each.is_order) continue;
      const auto write = find_in(part, each.from);
      const auto read = find_in(part, each.to);
      if (write && read) part.set_reads_from(*read, *write);
    }
    order_writes(part);
    return part;
  }

  // Orders the writes of a location if all remaining executions agree.
  void order_writes(ExecutionGraph& part) const {
    if (!consistent_graph_ || !model_.has_coherence()) return;
    for (const LocationId location : part.locations()) {
      const bool is_open = std::ranges::any_of(orders_, [&](const auto& each) {
        const auto write = find_in(part, each.first.first);
        return each.second.size() == 2 && write && part.event(*write).label.location == location;
      });
      if (is_open) continue;
      for (const EventId write : consistent_graph_->coherence(location)) {
        if (consistent_graph_->event(write).is_initial()) continue;
        const auto own = find_in(part, name_in(*consistent_graph_, write));
        if (own) part.insert_coherence(*own, part.coherence(location).size());
      }
    }
  }

  [[nodiscard]] Json order_json(const std::pair<EventName, EventName>& pair) const {
    return Json{{"first", name_json(pair.first)},
                {"second", name_json(pair.second)},
                {"first_text", event_text(pair.first)},
                {"second_text", event_text(pair.second)}};
  }

  [[nodiscard]] std::string event_text(const EventName& name) const {
    const Witness& witness = witnesses_.at(name);
    const Event& event = witness.graph.event(witness.event);
    if (!event.label.is_write() || !witness.has_other_values) {
      return words::event_words(witness.graph, witness.event, names_);
    }
    return format("{}'s write of {}, {}", names_.threads[event.thread.value],
                  names_.location(event.label.location),
                  event_and_place(witness.graph, witness.event, names_));
  }

  [[nodiscard]] std::vector<std::string> told() const {
    std::vector<std::string> out;
    for (const Picked& each : picked_) {
      const EventId from = *find_in(*first_, each.from);
      const EventId to = *find_in(*first_, each.to);
      out.push_back(words::pair_words(*first_, from, each.is_order ? "co" : "rf", to, names_));
    }
    return out;
  }

  [[nodiscard]] Json reason_json(const ExecutionGraph& graph, const Violation& violation,
                                 bool is_by_choices) const {
    Json json{{"axiom", violation.axiom},
              {"is_by_choices", is_by_choices},
              {"cycle", report::cycle_json(violation, graph, names_)},
              {"svg", svg_of(graph, violation)}};
    return is_by_choices ? json : with_bound(std::move(json));
  }

  [[nodiscard]] std::string svg_of(const ExecutionGraph& graph,
                                   const std::optional<Violation>& violation) const {
    drawing::PictureRequest request;
    request.relations = drawing::usual_relations(model_);
    request.initial = drawing::InitialWrites::All;
    request.violation = violation;
    return drawing::draw_in_page(graph, names_, model_, request);
  }

  const MemoryModel& model_;
  std::uint32_t unroll_;
  explain::CandidateSearch search_;
  GraphNames names_;
  std::vector<Picked> picked_;
  std::optional<ExecutionGraph> first_;             // first fitting candidate
  std::optional<ExecutionGraph> consistent_graph_;  // first consistent candidate
  std::set<std::vector<Value>> states_;             // final states of consistent candidates
  std::unordered_set<GraphHash> seen_;              // consistent ones, without coherence
  std::vector<std::size_t> known_;  // by thread: number of events that follow from the choices
  std::map<EventName, std::set<EventName>> open_reads_;  // with their possible sources
  std::map<EventName, Witness> witnesses_;               // of reads and writes in choices
  std::map<std::pair<EventName, EventName>, std::set<bool>> orders_;
  std::size_t consistent_ = 0;
  std::size_t reasons_ = 0;
  std::optional<Violation> reason_;
  std::optional<ExecutionGraph> reason_graph_;
};

}  // namespace

JobAnswer choose_job(const JobRequest& request) {
  const AskedProgram asked = read_program(request);
  if (asked.model == nullptr) return refused(asked.complaints);
  if (asked.model->chooses_coherence()) {
    return refused(
        format("`{}` chooses coherence by itself: it cannot be played", asked.model_name));
  }
  if (makes_choices(*asked.subject.program)) return refused(ChoicesAreNotPlayed);
  const auto picked = read_choices(request.body);
  if (!picked) return refused(R"(`choices` is a list of `["rf" or "co", EVENT, EVENT]`)");
  ChoiceTable table(asked, *picked);
  if (!table.look(request.seconds)) {
    return refused(
        "there are too many candidate executions to choose among: take a smaller "
        "program, or a smaller bound of loops");
  }
  if (!table.has_candidates()) {
    return refused(picked->empty() ? "no execution of this program comes to its end"
                                   : "there is nothing like that to choose");
  }
  if (table.is_consistent()) return answered(table.tell());
  return answered(Json{{"refused", table.refusal_json()}});
}

}  // namespace drover::serve
