#include "explorer/cat/evaluator.h"

#include <array>
#include <functional>

#include "support/check.h"

namespace drover::cat {

namespace {

// True if a check needs few operations whose values depend on edges.
bool is_quick(const Code& code, const CodeCheck& check) {
  constexpr std::size_t MaxOperations = 10;
  if (!check.fails_for_good) return false;
  const std::array roots{check.node};
  std::size_t operations = 0;
  for (const NodeIndex each : reachable_nodes(code, roots)) {
    const Node& node = code.nodes[each];
    if (is_static(node)) continue;
    if (node.operation == Operation::Fixpoint || node.operation == Operation::Plus) return false;
    ++operations;
  }
  return operations <= MaxOperations;
}

}  // namespace

Evaluator::Evaluator(const Code& code)
    : OnDemand(code),
      is_filled_(code.nodes.size(), 0),
      relations_(code.nodes.size()),
      sets_(code.nodes.size()) {
  for (const CodeCheck& check : code.checks) is_quick_.push_back(is_quick(code, check));
}

void Evaluator::set_events(const ExecutionGraph& graph) {
  base_.set_events(graph, code_.fuses_updates ? UpdateEvents::One : UpdateEvents::Two);
  all_ = EventSet(base_.size()).complement();
  forget_events();
}

void Evaluator::set_edges(const ExecutionGraph& graph) {
  DROVER_DCHECK(graph.size() == event_count(), "set_events comes first");
  base_.set_edges(graph);
  forget_edges();
}

bool Evaluator::holds(const ExecutionGraph& graph, WhichChecks which) {
  set_edges(graph);
  for (std::size_t i = 0; i < code_.checks.size(); ++i) {
    const CodeCheck& check = code_.checks[i];
    const bool is_asked = check.use == CheckUse::Axiom &&
                          (which == WhichChecks::All || check.fails_for_good) &&
                          (which != WhichChecks::Quick || is_quick_[i]);
    if (is_asked && fails(check)) return false;
  }
  return true;
}

bool Evaluator::fails(const CodeCheck& check) {
  bool passes = true;
  if (ask(check.node)) {
    switch (check.test) {
      case CheckTest::Acyclic: passes = relation_of(check.node).is_acyclic(); break;
      case CheckTest::Irreflexive: passes = relation_of(check.node).is_irreflexive(); break;
      case CheckTest::Empty: passes = false; break;
    }
  }
  return passes == check.is_negated;
}

void Evaluator::evaluate(NodeIndex index) {
  const Node& node = code_.nodes[index];
  if (is_set(index)) {
    sets_[index].reset(base_.size());
    evaluate_set(node, sets_[index]);
    is_filled_[index] = sets_[index].is_empty() ? 0 : 1;
    return;
  }
  Relation& relation = relations_[index];
  relation.reset(base_.size());
  evaluate_relation(node, relation);
  if (missing_ != nullptr && missing_->node == index) {
    relation.erase(base_.at(missing_->from), base_.at(missing_->to));
  }
  is_filled_[index] = relation.is_empty() ? 0 : 1;
}

void Evaluator::clear(NodeIndex variable) {
  is_filled_[variable] = 0;
  if (is_set(variable)) {
    sets_[variable].reset(base_.size());
  } else {
    relations_[variable].reset(base_.size());
  }
}

bool Evaluator::update(NodeIndex variable, NodeIndex body) {
  const auto assign = [](auto& value, const auto& next) {
    if (value == next) return false;
    value = next;
    return true;
  };
  is_filled_[variable] = ask(body) ? 1 : 0;
  return is_set(variable) ? assign(sets_[variable], set_of(body))
                          : assign(relations_[variable], relation_of(body));
}

namespace {

// Computes a union, intersection or difference.
template <typename Sets>
void combine(Operation operation, const Sets& a, const Sets& b, Sets& out) {
  switch (operation) {
    case Operation::Union: out.assign(a, b, std::bit_or<>()); return;
    case Operation::Intersection: out.assign(a, b, std::bit_and<>()); return;
    default: out.assign(a, b, [](auto x, auto y) { return x & ~y; }); return;
  }
}

}  // namespace

void Evaluator::evaluate_set(const Node& node, EventSet& out) {
  switch (node.operation) {
    case Operation::Base: base_.fill(node.base, out); return;
    case Operation::Union:
    case Operation::Intersection:
    case Operation::Difference:
      ask(node.a);
      ask(node.b);
      combine(node.operation, set_of(node.a), set_of(node.b), out);
      return;
    case Operation::Complement:
      ask(node.a);
      combine(Operation::Difference, all_, set_of(node.a), out);
      return;
    case Operation::Domain:
      if (ask(node.a)) out = domain(relation_of(node.a));
      return;
    case Operation::Range:
      if (ask(node.a)) out = range(relation_of(node.a));
      return;
    default: return;
  }
}

// `out` must be empty.
void Evaluator::evaluate_relation(const Node& node, Relation& out) {
  switch (node.operation) {
    case Operation::Base: base_.fill(node.base, out); return;
    case Operation::Union:
      if (static_cast<int>(ask(node.a)) + static_cast<int>(ask(node.b)) == 0) return;
      combine(node.operation, relation_of(node.a), relation_of(node.b), out);
      return;
    case Operation::Intersection:
      if (!ask(node.a) || !ask(node.b)) return;
      combine(node.operation, relation_of(node.a), relation_of(node.b), out);
      return;
    case Operation::Difference:
      if (!ask(node.a)) return;
      ask(node.b);
      combine(node.operation, relation_of(node.a), relation_of(node.b), out);
      return;
    case Operation::Complement:
      ask(node.a);
      out.assign_complement(relation_of(node.a), all_);
      return;
    case Operation::Sequence:
      if (ask(node.a) && ask(node.b)) out.assign_seq(relation_of(node.a), relation_of(node.b));
      return;
    case Operation::RestrictDomain:
      if (!ask(node.a) || !ask(node.b)) return;
      out.assign_restricted_from(set_of(node.a), relation_of(node.b));
      return;
    case Operation::RestrictRange:
      if (!ask(node.a) || !ask(node.b)) return;
      out.assign_restricted_to(relation_of(node.a), set_of(node.b));
      return;
    case Operation::Optional:
      ask(node.a);
      out = relation_of(node.a);
      all_.for_each([&](EventId event) { out.insert(event, event); });
      return;
    case Operation::Plus:
      if (!ask(node.a)) return;
      out = relation_of(node.a);
      out.close_transitively();
      return;
    case Operation::Inverse:
      if (!ask(node.a)) return;
      all_.for_each([&](EventId from) {
        relation_of(node.a).for_each_successor(from, [&](EventId to) { out.insert(to, from); });
      });
      return;
    case Operation::Identity:
      ask(node.a);
      set_of(node.a).for_each([&](EventId event) { out.insert(event, event); });
      return;
    case Operation::Product:
      if (!ask(node.a) || !ask(node.b)) return;
      set_of(node.a).for_each([&](EventId from) { out.insert_all(from, set_of(node.b)); });
      return;
    case Operation::Empty:
    case Operation::Domain:
    case Operation::Range:
    case Operation::Variable:
    case Operation::Fixpoint: return;
  }
}

// ---- Values ------------------------------------------------------------------------------

Relation Evaluator::relation(NodeIndex node) {
  ask(node);
  const Relation& value = relation_of(node);
  if (base_.size() == event_count()) return value;
  Relation out(event_count());
  for (std::size_t i = 0; i < event_count(); ++i) {
    for (std::size_t j = 0; j < event_count(); ++j) {
      const bool is_in = value.contains(base_.at(EventId(i)), base_.at(EventId(j)));
      if (is_in) out.insert(EventId(i), EventId(j));
    }
  }
  return out;
}

EventSet Evaluator::set(NodeIndex node) {
  ask(node);
  EventSet out(event_count());
  for (std::size_t i = 0; i < event_count(); ++i) {
    if (set_of(node).contains(base_.at(EventId(i)))) out.insert(EventId(i));
  }
  return out;
}

}  // namespace drover::cat
