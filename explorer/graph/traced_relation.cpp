#include "explorer/graph/traced_relation.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string_view>

#include "support/check.h"

namespace drover {

namespace {

// The length of a shortest unfolding; Absent for a non-pair.
using Length = std::uint32_t;
constexpr Length Absent = std::numeric_limits<Length>::max();

}  // namespace

std::vector<Step> base_steps(const std::vector<Step>& steps) {
  std::vector<Step> out;
  for (const Step& step : steps) {
    if (step.parts.empty()) {
      out.push_back(step);
    } else {
      std::ranges::move(base_steps(step.parts), std::back_inserter(out));
    }
  }
  return out;
}

std::vector<Step> reversed(const std::vector<Step>& steps) {
  constexpr std::string_view Inverse = "^-1";
  std::vector<Step> out;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const bool is_inverse = step->relation.ends_with(Inverse);
    out.push_back({step->to,
                   is_inverse ? step->relation.substr(0, step->relation.size() - Inverse.size())
                              : step->relation + std::string(Inverse),
                   step->from, reversed(step->parts)});
  }
  return out;
}

struct TracedRelation::Node {
  enum class Kind : std::uint8_t {
    Base,
    Identity,
    Named,
    Union,
    Seq,
    Filter,
    Inverse,
    Maybe,
    Plus
  };

  Kind kind = Kind::Base;
  std::string name;  // Base, Named
  Relation relation;
  NodePointer left;
  NodePointer right;
  std::vector<Length> lengths;  // by from * size + to

  [[nodiscard]] Length& length(EventId from, EventId to) {
    return lengths[from.value * relation.size() + to.value];
  }
  [[nodiscard]] Length length(EventId from, EventId to) const {
    return lengths[from.value * relation.size() + to.value];
  }
  void unfold(EventId from, EventId to, std::vector<Step>& edges) const;

  // Makes a node without lengths.
  static Node of(Kind kind, Relation relation, NodePointer left = nullptr,
                 NodePointer right = nullptr) {
    const std::size_t pairs = relation.size() * relation.size();
    return {kind,
            "",
            std::move(relation),
            std::move(left),
            std::move(right),
            std::vector<Length>(pairs, Absent)};
  }
  [[nodiscard]] TracedRelation traced() && {
    return TracedRelation(std::make_shared<const Node>(std::move(*this)));
  }

 private:
  void unfold_seq(EventId from, EventId to, std::vector<Step>& edges) const;
  void unfold_plus(EventId from, EventId to, std::vector<Step>& edges) const;
};

void TracedRelation::Node::unfold(EventId from, EventId to, std::vector<Step>& edges) const {
  DROVER_CHECK(relation.contains(from, to), "only pairs of the relation can be unfolded");
  switch (kind) {
    case Kind::Base: edges.push_back({from, name, to, {}}); return;
    case Kind::Identity: return;
    case Kind::Named: {
      Step step{from, name, to, {}};
      left->unfold(from, to, step.parts);
      if (step.parts.empty()) return;  // from an event to itself: no step
      // Renaming a single named step adds nothing.
      if (step.parts.size() == 1 && step.parts[0].relation == name) step = step.parts[0];
      edges.push_back(std::move(step));
      return;
    }
    case Kind::Union:
      (left->length(from, to) <= right->length(from, to) ? left : right)->unfold(from, to, edges);
      return;
    case Kind::Seq: unfold_seq(from, to, edges); return;
    case Kind::Filter: left->unfold(from, to, edges); return;
    case Kind::Inverse: {
      std::vector<Step> forwards;
      left->unfold(to, from, forwards);
      for (Step& step : reversed(forwards)) edges.push_back(std::move(step));
      return;
    }
    case Kind::Maybe:
      if (from != to) left->unfold(from, to, edges);
      return;
    case Kind::Plus: unfold_plus(from, to, edges); return;
  }
}

void TracedRelation::Node::unfold_seq(EventId from, EventId to, std::vector<Step>& edges) const {
  const Length total = length(from, to);
  for (std::size_t i = 0; i < relation.size(); ++i) {
    const EventId middle(i);
    const Length before = left->length(from, middle);
    const Length after = right->length(middle, to);
    if (before == Absent || after == Absent || before + after != total) continue;
    left->unfold(from, middle, edges);
    right->unfold(middle, to, edges);
    return;
  }
  DROVER_UNREACHABLE("a pair of a composition has an event in the middle");
}

// Follows a shortest path one pair of `left` at a time.
void TracedRelation::Node::unfold_plus(EventId from, EventId to, std::vector<Step>& edges) const {
  EventId current = from;
  for (;;) {
    const Length total = length(current, to);
    if (left->length(current, to) == total) {
      left->unfold(current, to, edges);
      return;
    }
    EventId next;
    for (std::size_t i = 0; i < relation.size() && next.is_none(); ++i) {
      const Length step = left->length(current, EventId(i));
      const Length rest = length(EventId(i), to);
      if (step != Absent && step > 0 && rest != Absent && step + rest == total) next = EventId(i);
    }
    DROVER_CHECK(!next.is_none(), "a pair of a closure is a path");
    left->unfold(current, next, edges);
    current = next;
  }
}

TracedRelation::TracedRelation(std::string name, Relation relation) {
  Node node = Node::of(Node::Kind::Base, std::move(relation));
  node.name = std::move(name);
  for (const auto& [from, to] : node.relation.pairs()) node.length(from, to) = 1;
  node_ = std::make_shared<const Node>(std::move(node));
}

TracedRelation TracedRelation::identity(const EventSet& set) {
  Node node = Node::of(Node::Kind::Identity, drover::identity(set));
  set.for_each([&](EventId event) { node.length(event, event) = 0; });
  return std::move(node).traced();
}

TracedRelation TracedRelation::named(std::string name) const {
  Node node = Node::of(Node::Kind::Named, relation(), node_);
  node.name = std::move(name);
  node.lengths = node_->lengths;
  return std::move(node).traced();
}

std::optional<std::pair<EventId, EventId>> TracedRelation::shortest_pair() const {
  std::optional<std::pair<EventId, EventId>> best;
  Length length = Absent;
  for (const auto& [from, to] : relation().pairs()) {
    if (best && node_->length(from, to) >= length) continue;
    length = node_->length(from, to);
    best = {from, to};
  }
  return best;
}

const Relation& TracedRelation::relation() const { return node_->relation; }

std::vector<Step> TracedRelation::unfold(EventId from, EventId to) const {
  std::vector<Step> edges;
  node_->unfold(from, to, edges);
  return edges;
}

std::vector<Step> TracedRelation::unfold_cycle() const { return plus(*this).unfold_loop(); }

std::vector<Step> TracedRelation::unfold_loop() const {
  Length best = Absent;
  EventId through;
  for (std::size_t i = 0; i < relation().size(); ++i) {
    const Length length = node_->length(EventId(i), EventId(i));
    if (length >= best) continue;
    best = length;
    through = EventId(i);
  }
  if (through.is_none()) return {};
  return unfold(through, through);
}

TracedRelation operator|(const TracedRelation& a, const TracedRelation& b) {
  using Node = TracedRelation::Node;
  Node node = Node::of(Node::Kind::Union, a.relation() | b.relation(), a.node_, b.node_);
  std::ranges::transform(a.node_->lengths, b.node_->lengths, node.lengths.begin(),
                         [](Length left, Length right) { return std::min(left, right); });
  return std::move(node).traced();
}

TracedRelation TracedRelation::filtered(const TracedRelation& a, Relation remaining) {
  Node node = Node::of(Node::Kind::Filter, std::move(remaining), a.node_);
  for (const auto& [from, to] : node.relation.pairs()) {
    node.length(from, to) = a.node_->length(from, to);
  }
  return std::move(node).traced();
}

TracedRelation operator&(const TracedRelation& a, const Relation& b) {
  return TracedRelation::filtered(a, a.relation() & b);
}

TracedRelation operator-(const TracedRelation& a, const Relation& b) {
  return TracedRelation::filtered(a, a.relation() - b);
}

TracedRelation restrict(const EventSet& from, const TracedRelation& a, const EventSet& to) {
  return TracedRelation::filtered(a, restrict(from, a.relation(), to));
}

TracedRelation seq(const TracedRelation& a, const TracedRelation& b) {
  using Node = TracedRelation::Node;
  Node node = Node::of(Node::Kind::Seq, seq(a.relation(), b.relation()), a.node_, b.node_);
  for (const auto& [from, middle] : a.relation().pairs()) {
    const Length before = a.node_->length(from, middle);
    b.relation().for_each_successor(middle, [&, from = from, middle = middle](EventId to) {
      Length& length = node.length(from, to);
      length = std::min(length, before + b.node_->length(middle, to));
    });
  }
  return std::move(node).traced();
}

TracedRelation inverse(const TracedRelation& a) {
  using Node = TracedRelation::Node;
  Node node = Node::of(Node::Kind::Inverse, inverse(a.relation()), a.node_);
  for (const auto& [from, to] : node.relation.pairs()) {
    node.length(from, to) = a.node_->length(to, from);
  }
  return std::move(node).traced();
}

TracedRelation maybe(const TracedRelation& a) {
  using Node = TracedRelation::Node;
  Node node = Node::of(Node::Kind::Maybe, maybe(a.relation()), a.node_);
  node.lengths = a.node_->lengths;
  for (std::size_t i = 0; i < node.relation.size(); ++i) node.length(EventId(i), EventId(i)) = 0;
  return std::move(node).traced();
}

// Floyd and Warshall.
TracedRelation plus(const TracedRelation& a) {
  using Node = TracedRelation::Node;
  Node node = Node::of(Node::Kind::Plus, plus(a.relation()), a.node_);
  node.lengths = a.node_->lengths;
  const std::size_t size = node.relation.size();
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      const Length before = node.length(EventId(i), EventId(k));
      if (before == Absent) continue;
      for (std::size_t j = 0; j < size; ++j) {
        const Length after = node.length(EventId(k), EventId(j));
        if (after == Absent) continue;
        Length& length = node.length(EventId(i), EventId(j));
        length = std::min(length, before + after);
      }
    }
  }
  return std::move(node).traced();
}

}  // namespace drover
