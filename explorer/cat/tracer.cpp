#include "explorer/cat/tracer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "explorer/cat/code.h"

namespace drover::cat {

Tracer::Tracer(const Code& code, Evaluator& values)
    : code_(code), values_(values), traced_(code.nodes.size()) {}

std::vector<Step> Tracer::steps_of(const CodeCheck& check) {
  const Node& node = code_.nodes[check.node];
  if (check.is_negated || node.kind == ValueKind::Set) return {};
  const TracedRelation& relation = trace(check.node);
  switch (check.test) {
    case CheckTest::Acyclic: return relation.unfold_cycle();
    case CheckTest::Irreflexive: return relation.unfold_loop();
    case CheckTest::Empty: break;
  }
  const auto pair = relation.shortest_pair();
  if (!pair) return {};
  const auto [from, to] = *pair;
  if (node.operation != Operation::Intersection) return relation.unfold(from, to);
  const bool is_left = is_left_telling(node);
  std::vector<Step> steps = trace(is_left ? node.a : node.b).unfold(from, to);
  std::ranges::move(reversed(trace(is_left ? node.b : node.a).unfold(from, to)),
                    std::back_inserter(steps));
  return steps;
}

const TracedRelation& Tracer::trace(NodeIndex node) {
  std::optional<TracedRelation>& known = traced_[node];
  if (!known) {
    TracedRelation made = make(node);
    const Node& described = code_.nodes[node];
    const bool has_own_name = !described.name.empty() && described.operation != Operation::Base;
    traced_[node] = has_own_name ? made.named(described.name) : std::move(made);
  }
  return *traced_[node];
}

bool Tracer::is_left_telling(const Node& intersection) const {
  // Ranks how informative a relation is: a condition on the two events, an order fixed by the
  // events, or an order of this execution.
  const auto telling = [&](NodeIndex index) {
    const Node& node = code_.nodes[index];
    switch (node.operation) {
      case Operation::Product:
      case Operation::Complement:
      case Operation::Identity: return 0;
      case Operation::Base:
        if (node.base == Base::Loc || node.base == Base::Int) return 0;
        break;
      default: break;
    }
    return node.growth == Growth::None ? 1 : 2;
  };
  return telling(intersection.a) >= telling(intersection.b);
}

TracedRelation Tracer::make(NodeIndex index) {
  const Node& node = code_.nodes[index];
  switch (node.operation) {
    case Operation::Union: return trace(node.a) | trace(node.b);
    case Operation::Intersection: {
      const bool is_left = is_left_telling(node);
      const NodeIndex other = is_left ? node.b : node.a;
      const TracedRelation& telling = trace(is_left ? node.a : node.b);
      const bool is_open = code_.nodes[other].open_groups != 0;
      return telling & (is_open ? trace(other).relation() : values_.relation(other));
    }
    case Operation::Difference: {
      const TracedRelation& left = trace(node.a);
      const bool is_open = code_.nodes[node.b].open_groups != 0;
      return left - (is_open ? trace(node.b).relation() : values_.relation(node.b));
    }
    case Operation::Sequence: return seq(trace(node.a), trace(node.b));
    case Operation::RestrictDomain: {
      const TracedRelation& relation = trace(node.b);
      return restrict(values_.set(node.a), relation,
                      EventSet(relation.relation().size()).complement());
    }
    case Operation::RestrictRange: {
      const TracedRelation& relation = trace(node.a);
      return restrict(EventSet(relation.relation().size()).complement(), relation,
                      values_.set(node.b));
    }
    case Operation::Optional: return maybe(trace(node.a));
    case Operation::Plus: return plus(trace(node.a));
    case Operation::Inverse: return inverse(trace(node.a));
    case Operation::Identity: return TracedRelation::identity(values_.set(node.a));
    case Operation::Fixpoint: return trace_fixpoint(index);
    case Operation::Base:
    case Operation::Empty:
    case Operation::Complement:
    case Operation::Product:
    case Operation::Variable:
    case Operation::Domain:
    case Operation::Range: break;
  }
  return {node.name.empty() ? node.text : node.name, values_.relation(index)};
}

// Iterates like the evaluator: each pair keeps its first derivation.
TracedRelation Tracer::trace_fixpoint(NodeIndex index) {
  const Node& node = code_.nodes[index];
  const FixpointGroup& group = code_.groups[node.group];
  const std::uint64_t bit = std::uint64_t{1} << node.group;
  const std::vector<NodeIndex> inner = reachable_nodes(code_, group.bodies);
  // If sets and relations are defined together, pairs are not decomposed.
  const bool has_sets = std::ranges::any_of(group.variables, [&](NodeIndex variable) {
    return code_.nodes[variable].kind == ValueKind::Set;
  });
  if (has_sets) return {node.name, values_.relation(index)};
  std::vector<TracedRelation> rounds(group.variables.size(),
                                     TracedRelation("", Relation(values_.event_count())));
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const NodeIndex each : inner) {
      if ((code_.nodes[each].open_groups & bit) != 0) traced_[each].reset();
    }
    for (std::size_t i = 0; i < rounds.size(); ++i) traced_[group.variables[i]] = rounds[i];
    std::vector<TracedRelation> next;
    for (const NodeIndex body : group.bodies) next.push_back(trace(body));
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      has_changed = has_changed || next[i].relation() != rounds[i].relation();
    }
    rounds = std::move(next);
  }
  return rounds[node.component];
}

}  // namespace drover::cat
