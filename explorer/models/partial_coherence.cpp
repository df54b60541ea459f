#include "explorer/models/partial_coherence.h"

#include <algorithm>
#include <array>

#include "explorer/graph/base_values.h"

namespace drover {

using namespace cat;

namespace {

bool is_base_or_closure(const Code& code, NodeIndex index, Base base) {
  const Node& node = code.nodes[index];
  if (node.operation == Operation::Plus) return is_base_or_closure(code, node.a, base);
  return node.operation == Operation::Base && node.base == base;
}

bool is_either_direction(const Code& code, NodeIndex index) {
  const Node& node = code.nodes[index];
  if (node.operation != Operation::Union) return false;
  const auto is_inverse = [&](NodeIndex each) {
    const Node& of = code.nodes[each];
    return of.operation == Operation::Inverse && is_base_or_closure(code, of.a, Base::Co);
  };
  const auto is_plain = [&](NodeIndex each) { return is_base_or_closure(code, each, Base::Co); };
  return (is_plain(node.a) && is_inverse(node.b)) || (is_inverse(node.a) && is_plain(node.b));
}

bool uses(const Code& code, NodeIndex root, Base base) {
  const std::array roots{root};
  return std::ranges::any_of(reachable_nodes(code, roots), [&](NodeIndex node) {
    return code.nodes[node].operation == Operation::Base && code.nodes[node].base == base;
  });
}

}  // namespace

CoherenceDemands coherence_demands(const Code& code) {
  CoherenceDemands out;
  for (const CodeCheck& check : code.checks) {
    const Node& node = code.nodes[check.node];
    const bool is_demand = check.use == CheckUse::Axiom && check.test == CheckTest::Empty &&
                           !check.is_negated && node.operation == Operation::Difference;
    if (!is_demand || uses(code, node.a, Base::Co)) continue;
    if (is_base_or_closure(code, node.b, Base::Co)) out.pairs.push_back(node.a);
    if (is_base_or_closure(code, node.b, Base::FenceOrder)) out.fences.push_back(node.a);
    if (is_either_direction(code, node.b)) out.either.push_back(node.a);
  }
  return out;
}

OrderSolver::OrderSolver(const Code& code)
    : code_(code), demands_(coherence_demands(code)), evaluator_(code) {}

void OrderSolver::set_events(const ExecutionGraph& graph) {
  evaluator_.set_events(graph);
  base_.set_events(graph, code_.fuses_updates ? UpdateEvents::One : UpdateEvents::Two);
  sc_fences_.clear();
  fence_pairs_.clear();
  reach_ = base_.relation(Base::ScopesReach);
  if (!code_.uses(Base::FenceOrder)) return;
  const EventSet fences = base_.set(Base::Fences) & base_.set(Base::Sc);
  fences.for_each([&](EventId fence) { sc_fences_.push_back(fence); });
  for (std::size_t i = 0; i < sc_fences_.size(); ++i) {
    for (std::size_t j = i + 1; j < sc_fences_.size(); ++j) {
      const ThreadId one = graph.event(base_.original(sc_fences_[i])).thread;
      const ThreadId other = graph.event(base_.original(sc_fences_[j])).thread;
      if (one != other && reach_.contains(sc_fences_[i], sc_fences_[j])) {
        fence_pairs_.emplace_back(sc_fences_[i], sc_fences_[j]);
      }
    }
  }
}

std::shared_ptr<const ChosenOrders> OrderSolver::solve(const ExecutionGraph& graph) {
  first_ = nullptr;
  trial_ = graph;
  trial_->set_orders(nullptr);
  base_.set_edges(*trial_);
  const Relation given = base_.relation(Base::Co);
  initial_first_.reset(base_.size());
  for (const LocationId location : graph.locations()) {
    const EventId initial = graph.initial_write(location);
    if (!initial.is_none())
      initial_first_.insert_all(base_.at(initial), given.row(base_.at(initial)));
  }
  last_writes_.clear();
  if (const auto* observed = graph.observed()) {
    for (const LocationId location : *observed) {
      if (graph.initial_write(location).is_none()) continue;
      last_writes_.push_back(base_.at(graph.coherence_maximal(location)));
    }
  }
  fences_.reset(base_.size());
  const Relation po = base_.relation(Base::Po);
  for (const EventId one : sc_fences_) {
    for (const EventId other : sc_fences_) {
      if (po.contains(one, other) && reach_.contains(one, other)) fences_.insert(one, other);
    }
  }
  const bool is_found = order_fences(0);
  auto orders = is_found ? std::make_shared<const ChosenOrders>(*trial_->orders()) : nullptr;
  trial_.reset();
  return orders;
}

// ---- Fences

bool OrderSolver::order_fences(std::size_t next) {
  if (next == fence_pairs_.size()) return order_writes();
  const auto [one, other] = fence_pairs_[next];
  for (const auto& [from, to] : {Pair(one, other), Pair(other, one)}) {
    const Relation before = fences_;
    fences_.insert(from, to);
    if (fences_.is_acyclic() && order_fences(next + 1)) return true;
    fences_ = before;
  }
  return false;
}

// ---- Coherence

Relation OrderSolver::demanded(const std::vector<NodeIndex>& nodes) {
  Relation all(base_.size());
  for (const NodeIndex node : nodes) all |= evaluator_.relation(node);
  return all;
}

void OrderSolver::use(Relation coherence) {
  auto orders = std::make_shared<const ChosenOrders>(ChosenOrders{std::move(coherence), fences_});
  if (first_ == nullptr) first_ = orders;
  trial_->set_orders(std::move(orders));
}

bool OrderSolver::holds(const Relation& coherence, WhichChecks which) {
  use(coherence);
  return evaluator_.holds(*trial_, which);
}

bool OrderSolver::order_writes() {
  use(initial_first_);
  evaluator_.set_edges(*trial_);
  // The order of fences out of each other's scope is free: it is what causality makes it, and adds
  // nothing to causality.
  const Relation before = fences_;
  for (const auto& [from, to] : demanded(demands_.fences).pairs()) {
    if (fences_.contains(from, to)) continue;
    if (reach_.contains(from, to)) {
      fences_ = before;
      return false;
    }
    fences_.insert(from, to);
  }
  Relation coherence = initial_first_ | demanded(demands_.pairs);
  coherence.close_transitively();
  open_pairs_.clear();
  for (const auto& [from, to] : demanded(demands_.either).pairs()) {
    const bool is_known = std::ranges::find(open_pairs_, Pair(to, from)) != open_pairs_.end();
    if (from != to && !is_known) open_pairs_.emplace_back(from, to);
  }
  const bool is_found = coherence.is_irreflexive() && keeps_last_writes(coherence) &&
                        holds(coherence, WhichChecks::ForGood) && direct_pairs(0, coherence);
  if (!is_found) fences_ = before;
  return is_found;
}

bool OrderSolver::keeps_last_writes(const Relation& coherence) const {
  return std::ranges::all_of(last_writes_,
                             [&](EventId write) { return has_no_bits(coherence.row(write)); });
}

bool OrderSolver::direct_pairs(std::size_t next, const Relation& coherence) {
  while (next < open_pairs_.size()) {
    const auto [one, other] = open_pairs_[next];
    if (!coherence.contains(one, other) && !coherence.contains(other, one)) break;
    ++next;
  }
  if (next == open_pairs_.size()) return holds(coherence, WhichChecks::All);
  const auto [one, other] = open_pairs_[next];
  for (const auto& [from, to] : {Pair(one, other), Pair(other, one)}) {
    Relation larger = coherence;
    larger.insert(from, to);
    larger.close_transitively();
    const bool may_be =
        larger.is_irreflexive() && keeps_last_writes(larger) && holds(larger, WhichChecks::ForGood);
    if (may_be && direct_pairs(next + 1, larger)) return true;
  }
  return false;
}

}  // namespace drover
