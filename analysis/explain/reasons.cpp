// Turns violations into reasons.
//
// For a rejected graph, a model reports each broken axiom with one shortest cycle. Many candidates
// of an outcome are rejected alike: they differ outside the cycle, or in which of several threads
// it passes through. So cycles are distinguished by axiom and shape only, and each kind is shown in
// one candidate.
//
// Reasons are ordered by length (and see reading_order). A reason settles the candidates that no
// earlier reason forbids: the reasons that settle some candidates together explain why the outcome
// is forbidden; the others are further broken axioms.

#include "analysis/explain/reasons.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

#include "support/check.h"
#include "support/format.h"

namespace drover::explain {

namespace {

constexpr std::string_view InverseSuffix = "^-1";

// Number of candidates of one kind among which a good example is sought.
constexpr std::size_t MaxExamples = 16;

char kind_of(const Event& event) {
  if (event.is_initial()) return 'I';
  switch (event.label.kind) {
    case LabelKind::Read:
      return event.is_exclusive_read ? 'U' : event.is_failed_exclusive ? 'C' : 'R';
    case LabelKind::Write: return event.label.is_exclusive_write ? 'V' : 'W';
    case LabelKind::Fence: return 'F';
    default: return 'E';
  }
}

CycleEdge forwards(const EventId from, const std::string& relation, const EventId to) {
  if (!relation.ends_with(InverseSuffix)) return {from, relation, to};
  return {to, relation.substr(0, relation.size() - InverseSuffix.size()), from};
}

void collect_pairs(const Step& step, std::vector<CycleEdge>& pairs) {
  CycleEdge pair = forwards(step.from, step.relation, step.to);
  if (std::ranges::find(pairs, pair) == pairs.end()) pairs.push_back(std::move(pair));
  for (const Step& part : step.parts) collect_pairs(part, pairs);
}

// Returns the reasons against one candidate.
std::vector<Reason> reasons_of(const MemoryModel& model, const ExecutionGraph& graph,
                               std::size_t candidate, const ObservedLocations& observed) {
  std::vector<Reason> reasons;
  for (Violation& violation : model.find_violations(graph)) {
    Reason reason;
    reason.axiom = violation.axiom;
    reason.violation = std::move(violation);
    reason.candidate = candidate;
    reasons.push_back(std::move(reason));
  }
  if (!reasons.empty()) return reasons;
  Reason reason;
  reason.overwritten = find_overwritten(model, graph, observed);
  reason.candidate = candidate;
  DROVER_CHECK(reason.overwritten.has_value(), "an inconsistent graph breaks an axiom");
  return {reason};
}

// Shows a reason in a candidate that breaks nothing else, if there is one: then an edge of the
// cycle is to blame.
void choose_example(const MemoryModel& model, std::span<const Candidate> candidates,
                    std::vector<Reason>& examples, Reason& reason) {
  if (reason.overwritten) return;
  for (Reason& example : examples) {
    const ExecutionGraph& graph = candidates[example.candidate].graph;
    example.removable = find_removable(model, graph, example.violation);
    if (example.removable.empty()) continue;
    reason.violation = std::move(example.violation);
    reason.candidate = example.candidate;
    reason.removable = std::move(example.removable);
    return;
  }
}

// Returns a shortest happens-before path of program order, spawn and join, synchronisation, and
// reads-from if the model includes it.
std::vector<CycleEdge> happens_before_path(const MemoryModel& model, const ExecutionGraph& graph,
                                           EventId from, EventId to) {
  const Relation order = model.happens_before(graph);
  std::vector<std::pair<std::string, Relation>> kinds;
  for (const char* name : {"po", "sync", "sw", "rf"}) {
    if (auto relation = model.relation(graph, name)) kinds.emplace_back(name, *relation & order);
  }
  std::vector<std::pair<std::string_view, const Relation*>> relations;
  relations.reserve(kinds.size());
  for (const auto& [name, relation] : kinds) relations.emplace_back(name, &relation);
  return shortest_path(relations, graph.size(), from, to);
}

// True if each edge of the cycle is to blame: only this axiom is broken, or the other axioms are
// broken by this cycle alone.
bool is_all_to_blame(const MemoryModel& model, std::span<const Candidate> candidates,
                     const Reason& reason) {
  const ExecutionGraph& graph = candidates[reason.candidate].graph;
  return std::ranges::all_of(reason.violation.cycle, [&](const CycleEdge& edge) {
    return model.is_consistent_without(graph, edge);
  });
}

// Returns the number of steps of a cycle in the model's relations: a pair of an event with itself
// counts as the cycle it is made of.
std::size_t steps_told(const Violation& violation) {
  const std::vector<Step>* steps = &violation.steps;
  while (steps->size() == 1 && steps->front().from == steps->front().to &&
         !steps->front().parts.empty()) {
    steps = &steps->front().parts;
  }
  return steps->size();
}

// Shortest first; then reasons whose edges are all to blame, then those with the fewest model
// steps, then in the order of the axioms.
std::vector<std::size_t> reading_order(const MemoryModel& model,
                                       std::span<const Candidate> candidates,
                                       const std::vector<Reason>& reasons) {
  using Key = std::tuple<std::size_t, bool, std::size_t, std::size_t>;
  std::vector<Key> keys;
  for (const Reason& reason : reasons) {
    const Violation& violation = reason.violation;
    keys.emplace_back(violation.cycle.size(), !is_all_to_blame(model, candidates, reason),
                      steps_told(violation), violation.position);
  }
  std::vector<std::size_t> order(reasons.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
  return order;
}

}  // namespace

std::optional<OverwrittenWrite> find_overwritten(const MemoryModel& model,
                                                 const ExecutionGraph& candidate,
                                                 const ObservedLocations& observed) {
  if (model.has_coherence()) return std::nullopt;
  for (const LocationId location : observed) {
    if (candidate.initial_write(location).is_none()) continue;
    const EventId last = candidate.coherence_maximal(location);
    if (model.is_coherence_maximal(candidate, last)) continue;
    const Relation happens_before = model.happens_before(candidate);
    for (const EventId write : candidate.writes_to(location)) {
      if (!happens_before.contains(last, write)) continue;
      return OverwrittenWrite{last, write, happens_before_path(model, candidate, last, write)};
    }
    return OverwrittenWrite{last, EventId::none(), {}};
  }
  return std::nullopt;
}

bool allows(const MemoryModel& model, const ExecutionGraph& candidate,
            const ObservedLocations& observed) {
  return model.is_consistent(candidate) && !find_overwritten(model, candidate, observed);
}

std::string shape_of(const std::vector<CycleEdge>& cycle, const ExecutionGraph& graph) {
  std::vector<std::string> items;
  items.reserve(cycle.size());
  for (const CycleEdge& edge : cycle) {
    items.push_back(format("{} {} ", kind_of(graph.event(edge.from)), edge.edge));
  }
  std::string least;
  for (std::size_t start = 0; start < items.size(); ++start) {
    std::string text;
    for (std::size_t i = 0; i < items.size(); ++i) text += items[(start + i) % items.size()];
    if (start == 0 || text < least) least = std::move(text);
  }
  return least;
}

std::vector<CycleEdge> find_removable(const MemoryModel& model, const ExecutionGraph& graph,
                                      const Violation& violation) {
  std::vector<CycleEdge> pairs;
  for (const Step& step : violation.steps) collect_pairs(step, pairs);
  std::erase_if(pairs, [&](const CycleEdge& pair) {
    return pair.from == pair.to || !model.is_consistent_without(graph, pair);
  });
  return pairs;
}

std::vector<Reason> find_reasons(const MemoryModel& model, std::span<const Candidate> candidates,
                                 const ObservedLocations& observed, std::size_t limit) {
  std::map<std::pair<std::size_t, std::string>, std::size_t> index;  // axiom, shape → reason
  std::vector<Reason> reasons;
  std::vector<std::vector<Reason>> examples;    // the first few reasons of each kind
  std::vector<std::vector<std::size_t>> kinds;  // by candidate: indices of its reasons
  for (std::size_t c = 0; c < candidates.size() && c < limit; ++c) {
    const ExecutionGraph& graph = candidates[c].graph;
    kinds.emplace_back();
    for (Reason& reason : reasons_of(model, graph, c, observed)) {
      const std::pair key(reason.violation.position, shape_of(reason.violation.cycle, graph));
      const auto [known, is_new] = index.emplace(key, reasons.size());
      if (is_new) {
        reasons.push_back(reason);
        examples.emplace_back();
      }
      ++reasons[known->second].count;
      if (examples[known->second].size() < MaxExamples) {
        examples[known->second].push_back(std::move(reason));
      }
      kinds.back().push_back(known->second);
    }
  }
  const std::vector<std::size_t> order = reading_order(model, candidates, reasons);
  for (const std::size_t i : order) {
    const auto is_of_kind = [&](const std::vector<std::size_t>& kind) {
      return std::ranges::find(kind, i) != kind.end();
    };
    reasons[i].settled = std::erase_if(kinds, is_of_kind);
  }
  std::vector<Reason> sorted;
  for (const std::size_t i : order) {
    Reason& reason = reasons[i];
    if (reason.settled > 0) choose_example(model, candidates, examples[i], reason);
    sorted.push_back(std::move(reason));
  }
  return sorted;
}

Reason shortest_reason(const MemoryModel& model, std::span<const Candidate> candidates,
                       std::size_t candidate, const ObservedLocations& observed) {
  std::vector<Reason> reasons = reasons_of(model, candidates[candidate].graph, candidate, observed);
  const auto shortest = reasons.begin() + static_cast<std::ptrdiff_t>(
                                              reading_order(model, candidates, reasons).front());
  shortest->count = 1;
  shortest->settled = 1;
  if (!shortest->overwritten) {
    const ExecutionGraph& graph = candidates[candidate].graph;
    shortest->removable = find_removable(model, graph, shortest->violation);
  }
  return std::move(*shortest);
}

std::vector<CycleEdge> shortest_path(
    const std::vector<std::pair<std::string_view, const Relation*>>& relations, std::size_t size,
    EventId from, EventId to) {
  std::vector<std::optional<CycleEdge>> reached(size);
  std::vector<EventId> queue{from};
  for (std::size_t next = 0; next < queue.size() && !reached[to.value]; ++next) {
    for (const auto& [name, relation] : relations) {
      relation->for_each_successor(queue[next], [&, at = queue[next], edge = name](EventId event) {
        if (event == from || reached[event.value]) return;
        reached[event.value] = CycleEdge{at, std::string(edge), event};
        queue.push_back(event);
      });
    }
  }
  std::vector<CycleEdge> path;
  for (EventId at = to; at != from && reached[at.value]; at = path.back().from) {
    path.push_back(*reached[at.value]);
  }
  std::ranges::reverse(path);
  return path;
}

}  // namespace drover::explain
