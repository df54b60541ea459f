// Explains why a model allows a graph that a stronger one forbids.
//
// The graph has a cycle that is a contradiction only for the stronger model. There are five
// possible reasons:
//
// 1. The weaker model has fewer pairs of some relation: tso's `preserved` lacks a write before a
//    read (SB), wrc11 has no `co` between writes that nothing orders (2+2W).
// 2. Both have the pairs, but the weaker model derives less from them: rc11's `hb` does not include
//    a relaxed `rf`, ra's `hb` includes every `rf` (MP).
// 3. It has too few fences: rc11's `psc` orders sc events among each other, so that one sc fence
//    does not forbid SB (which is tried out: with more fences an axiom forbids it).
// 4. Both have the relations, but the weaker model forbids only short cycles: coherence is
//    `irreflexive hb; eco`, one step of each, and IRIW's cycle is (hb; eco); (hb; eco).
// 5. The weaker model's acyclic relation excludes some kinds of pairs: `acyclic po | rf` does not
//    include `fr`.
//
// They are tried in this order, the most informative first.

#include "analysis/explain/lenience.h"

#include <algorithm>
#include <utility>

namespace drover::explain {

namespace {

// A short-lived worker: holds references.
class LenienceFinder {
 public:
  LenienceFinder(const MemoryModel& strict, const Violation& violation, const MemoryModel& lenient,
                 const ExecutionGraph& graph)
      : strict_(strict), violation_(violation), lenient_(lenient), graph_(graph) {}

  Lenience find() {
    for (const Step& step : violation_.steps) find_given_up(step);
    if (!out_.gaps.empty()) keep_gaps_if_relevant();
    if (count_of_pairs() > 0) return std::move(out_);
    find_few_fences();
    if (out_.few_fences) return std::move(out_);
    find_rounds();
    if (!out_.rounds) find_uncounted();
    return std::move(out_);
  }

 private:
  // ---- Fewer pairs

  [[nodiscard]] std::size_t count_of_pairs() const {
    return out_.given_up.size() + out_.gaps.size() + out_.outside.size();
  }

  // Finds the innermost pairs that differ.
  void find_given_up(const Step& step) {
    const std::optional<Relation> relation = lenient_.relation(graph_, step.relation);
    if (relation && relation->contains(step.from, step.to)) {
      if (step.relation == "po") find_unpreserved(step);
      return;
    }
    const std::size_t before = count_of_pairs();
    for (const Step& part : step.parts) find_given_up(part);
    if (count_of_pairs() > before || !relation) return;
    find_outside(step, *relation);
    if (count_of_pairs() == before) add({step.from, step.relation, step.to});
  }

  // A model preserves a part of program order.
  void find_unpreserved(const Step& step) {
    if (auto gap = find_order_gap(lenient_, graph_, step.from, step.to)) {
      out_.gaps.push_back(*std::move(gap));
    }
  }

  // Gaps are the reason if an acyclic relation has the rest of the cycle, or no axiom is about
  // shorter rounds. Then a relation of the same name in both models says nothing more.
  void keep_gaps_if_relevant() {
    find_rounds();
    if (has_communication()) out_.rounds.reset();
    if (out_.rounds) {
      out_.gaps.clear();
      out_.rounds.reset();
      return;
    }
    out_.given_up.clear();
    out_.outside.clear();
  }

  // True if the relation of some acyclic axiom has all of the cycle that is not program order.
  [[nodiscard]] bool has_communication() const {
    const std::vector<AxiomDescription> axioms = lenient_.axioms();
    for (std::size_t i = 0; i < axioms.size(); ++i) {
      if (axioms[i].test != cat::Test::Acyclic) continue;
      const std::optional<Relation> relation = lenient_.axiom_relation(graph_, i);
      if (!relation) continue;
      const bool has_all = std::ranges::all_of(violation_.cycle, [&](const CycleEdge& edge) {
        return edge.edge == "po" || relation->contains(edge.from, edge.to);
      });
      const bool has_order = std::ranges::any_of(out_.gaps, [&](const OrderGap& gap) {
        return plus(*relation).contains(gap.from, gap.to);
      });
      if (has_all && !has_order) return true;
    }
    return false;
  }

  // Without coherence, an `fr` pair is reported as the missing `co` pair from the read's source.
  void add(CycleEdge pair) {
    if (pair.edge == "fr" && !lenient_.has_coherence()) {
      const EventId source = graph_.event(pair.from).reads_from;
      if (!source.is_none()) pair = {source, "co", pair.to};
    }
    out_.given_up.push_back(std::move(pair));
  }

  // ---- Pairs outside a derived relation

  void find_outside(const Step& step, const Relation& relation) {
    const std::optional<Relation> strict = strict_.relation(graph_, step.relation);
    for (const Step& part : step.parts) {
      if (!strict || !strict->contains(part.from, part.to)) continue;
      if (part.relation.ends_with("^-1") || relation.contains(part.from, part.to)) continue;
      // The same pair in another relation is informative only for `rf`.
      const bool is_same_pair = part.from == step.from && part.to == step.to;
      if (is_same_pair && part.relation != "rf") continue;
      out_.outside.push_back({{part.from, part.relation, part.to}, step.relation});
    }
  }

  // ---- Too few fences

  // Tries sc fences in the steps of program order that have none.
  void find_few_fences() {
    if (lenient_.needs_dependencies()) return;
    Lenience::FewFences few;
    for (const CycleEdge& edge : violation_.cycle) {
      if (edge.edge != "po") continue;
      const std::vector<EventId> fences = sc_fences_between(edge.from, edge.to);
      few.present.insert(few.present.end(), fences.begin(), fences.end());
      if (fences.empty()) few.without.push_back(edge);
    }
    if (few.present.empty() || few.without.empty()) return;
    const ExecutionGraph fenced = with_fences(few.without, graph_.event(few.present.front()).label);
    const auto violation = lenient_.find_violation(fenced);
    if (!violation) return;
    few.axiom = violation->position;
    few.is_of_fences = std::ranges::all_of(violation->steps, [&](const Step& step) {
      return fenced.event(step.from).label.is_fence() && fenced.event(step.to).label.is_fence();
    });
    out_.few_fences = std::move(few);
  }

  [[nodiscard]] std::vector<EventId> sc_fences_between(EventId from, EventId to) const {
    std::vector<EventId> fences;
    for (const EventId event : graph_.events_of(graph_.event(from).thread)) {
      const Event& each = graph_.event(event);
      const bool is_between =
          each.index >= graph_.event(from).index && each.index <= graph_.event(to).index;
      const bool is_sc = each.label.mode == Mode::Sc || each.label.mode == Mode::Plain;
      if (is_between && each.label.is_fence() && is_sc) fences.push_back(event);
    }
    return fences;
  }

  // Returns the graph with a fence before the last event of each of these steps.
  [[nodiscard]] ExecutionGraph with_fences(const std::vector<CycleEdge>& steps,
                                           const Label& fence) const {
    std::vector<ThreadRole> roles;
    for (std::size_t t = 0; t < graph_.thread_count(); ++t) {
      roles.push_back(graph_.role(ThreadId(t)));
    }
    ExecutionGraph out(std::move(roles));
    std::vector<EventId> numbers;
    for (const EventId id : graph_.ids()) {
      const Event& event = graph_.event(id);
      // Nothing comes between the halves of a read-modify-write.
      const bool is_there = std::ranges::any_of(steps, [&](const CycleEdge& step) {
        const Event& last = graph_.event(step.to);
        return last.label.is_exclusive_write
                   ? event.thread == last.thread && event.index + 1 == last.index
                   : id == step.to;
      });
      if (is_there && !event.is_initial()) out.add(event.thread, event.node, fence);
      numbers.emplace_back(out.size());
      if (event.is_initial()) {
        out.ensure_initial_write(event.label.location, event.value, event.label.tags);
      } else {
        out.add(event.thread, event.node, event.label);
      }
    }
    for (const EventId id : graph_.ids()) {
      const Event& event = graph_.event(id);
      if (!event.label.returns_value()) continue;
      if (event.reads_from.is_none()) {
        out.set_read_value(numbers[id.value], event.value);
      } else {
        out.set_reads_from(numbers[id.value], numbers[event.reads_from.value]);
      }
    }
    for (const LocationId location : graph_.locations()) {
      const auto order = graph_.coherence(location);
      for (std::size_t i = 1; i < order.size(); ++i) {
        out.insert_coherence(numbers[order[i].value], i);
      }
    }
    return out;
  }

  // ---- Short cycles only

  // Finds the irreflexive axiom whose relation closes the cycle in the fewest steps.
  void find_rounds() {
    const std::vector<AxiomDescription> axioms = lenient_.axioms();
    for (std::size_t i = 0; i < axioms.size(); ++i) {
      if (axioms[i].test != cat::Test::Irreflexive) continue;
      const std::optional<Relation> relation = lenient_.axiom_relation(graph_, i);
      if (!relation) continue;
      const std::size_t count = shortest_cycle(on_cycle(*relation)).size();
      if (count < 2 || (out_.rounds && out_.rounds->count <= count)) continue;
      out_.rounds = {i, count};
    }
  }

  // Restricts a relation to the events of the cycle.
  [[nodiscard]] Relation on_cycle(const Relation& relation) const {
    Relation part(relation.size());
    for (const CycleEdge& from : violation_.cycle) {
      for (const CycleEdge& to : violation_.cycle) {
        if (relation.contains(from.from, to.from)) part.insert(from.from, to.from);
      }
    }
    return part;
  }

  // ---- Pairs outside an acyclic relation

  void find_uncounted() {
    const std::vector<AxiomDescription> axioms = lenient_.axioms();
    for (std::size_t i = 0; i < axioms.size(); ++i) {
      if (axioms[i].test != cat::Test::Acyclic) continue;
      const std::optional<Relation> relation = lenient_.axiom_relation(graph_, i);
      if (!relation || relation->is_empty()) continue;
      std::vector<CycleEdge> missing = uncounted_by(plus(*relation));
      if (missing.empty() || missing.size() == violation_.cycle.size()) continue;
      if (out_.uncounted && out_.uncounted->pairs.size() <= missing.size()) continue;
      out_.uncounted = {i, std::move(missing)};
    }
  }

  [[nodiscard]] std::vector<CycleEdge> uncounted_by(const Relation& order) const {
    std::vector<CycleEdge> missing;
    for (const CycleEdge& edge : violation_.cycle) {
      if (!order.contains(edge.from, edge.to)) missing.push_back(edge);
    }
    return missing;
  }

  const MemoryModel& strict_;
  const Violation& violation_;
  const MemoryModel& lenient_;
  const ExecutionGraph& graph_;
  Lenience out_;
};

}  // namespace

Lenience find_lenience(const MemoryModel& strict, const Violation& violation,
                       const MemoryModel& lenient, const ExecutionGraph& graph) {
  return LenienceFinder(strict, violation, lenient, graph).find();
}

std::vector<EventId> interleaving_of(const MemoryModel& sc, const ExecutionGraph& graph) {
  const Relation order = sc.happens_before(graph);
  std::vector<EventId> left;
  for (std::size_t i = 0; i < graph.size(); ++i) {
    if (!graph.event(EventId(i)).is_initial()) left.emplace_back(i);
  }
  std::vector<EventId> sequence;
  while (!left.empty()) {
    // A thread continues as long as it can.
    const auto is_next = [&](EventId event) {
      return std::ranges::none_of(left,
                                  [&](EventId other) { return order.contains(other, event); });
    };
    const auto goes_on = [&](EventId event) {
      return !sequence.empty() &&
             graph.event(event).thread == graph.event(sequence.back()).thread && is_next(event);
    };
    auto next = std::ranges::find_if(left, goes_on);
    if (next == left.end()) next = std::ranges::find_if(left, is_next);
    if (next == left.end()) return {};
    sequence.push_back(*next);
    left.erase(next);
  }
  return sequence;
}

}  // namespace drover::explain
