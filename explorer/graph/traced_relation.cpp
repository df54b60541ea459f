#include "explorer/graph/traced_relation.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <limits>
#include <string_view>

#include "support/check.h"

namespace drover {

namespace {

// The length of a shortest unfolding; Absent or more for a non-pair, also as a sum of two.
using Length = std::uint32_t;
constexpr Length Absent = std::numeric_limits<Length>::max() / 2;

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
  std::size_t size = 0;
  NodePointer left = nullptr;
  NodePointer right = nullptr;
  std::string name = "";             // Base, Named
  std::vector<Length> lengths = {};  // by from * size + to
  Relation relation = {};            // the pairs that have a length

  [[nodiscard]] Length length(EventId from, EventId to) const {
    return lengths[from.value * size + to.value];
  }
  void unfold(EventId from, EventId to, std::vector<Step>& edges) const;

  // Returns the relation of this node, whose pairs have these lengths.
  template <typename LengthOf>
  [[nodiscard]] TracedRelation traced(LengthOf length_of) && {
    relation = Relation(size);
    lengths.reserve(size * size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        const Length made = std::min(Absent, length_of(EventId(i), EventId(j)));
        lengths.push_back(made);
        if (made != Absent) relation.insert(EventId(i), EventId(j));
      }
    }
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
  for (std::size_t i = 0; i < size; ++i) {
    const EventId middle(i);
    const Length before = left->length(from, middle);
    const Length after = right->length(middle, to);
    if (before + after != total) continue;
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
    for (std::size_t i = 0; i < size && next.is_none(); ++i) {
      const Length step = left->length(current, EventId(i));
      if (step > 0 && step + length(EventId(i), to) == total) next = EventId(i);
    }
    DROVER_CHECK(!next.is_none(), "a pair of a closure is a path");
    left->unfold(current, next, edges);
    current = next;
  }
}

TracedRelation::TracedRelation(std::string name, Relation relation) {
  Node node{.size = relation.size(), .name = std::move(name)};
  *this = std::move(node).traced(
      [&](EventId from, EventId to) { return relation.contains(from, to) ? 1 : Absent; });
}

TracedRelation TracedRelation::identity(const EventSet& set) {
  return Node{.kind = Node::Kind::Identity, .size = set.universe_size()}.traced(
      [&](EventId from, EventId to) { return from == to && set.contains(from) ? 0 : Absent; });
}

TracedRelation TracedRelation::named(std::string name) const {
  Node node = *node_;
  node.kind = Node::Kind::Named;
  node.left = node_;
  node.name = std::move(name);
  return TracedRelation(std::make_shared<const Node>(std::move(node)));
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
  const auto length = [&](EventId event) { return node_->length(event, event); };
  const EventSet loops = domain(relation() & drover::identity(EventSet(node_->size).complement()));
  std::optional<EventId> best;
  loops.for_each([&](EventId event) {
    if (!best || length(event) < length(*best)) best = event;
  });
  return best ? unfold(*best, *best) : std::vector<Step>();
}

TracedRelation operator|(const TracedRelation& a, const TracedRelation& b) {
  using Node = TracedRelation::Node;
  return Node{Node::Kind::Union, a.node_->size, a.node_, b.node_}.traced(
      [&](EventId from, EventId to) {
        return std::min(a.node_->length(from, to), b.node_->length(from, to));
      });
}

TracedRelation TracedRelation::filtered(const TracedRelation& a, Relation remaining) {
  return Node{Node::Kind::Filter, a.node_->size, a.node_}.traced([&](EventId from, EventId to) {
    return remaining.contains(from, to) ? a.node_->length(from, to) : Absent;
  });
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
  return Node{Node::Kind::Seq, a.node_->size, a.node_, b.node_}.traced(
      [&](EventId from, EventId to) {
        Length length = Absent;
        a.relation().for_each_successor(from, [&](EventId middle) {
          length = std::min(length, a.node_->length(from, middle) + b.node_->length(middle, to));
        });
        return length;
      });
}

TracedRelation inverse(const TracedRelation& a) {
  using Node = TracedRelation::Node;
  return Node{Node::Kind::Inverse, a.node_->size, a.node_}.traced(
      [&](EventId from, EventId to) { return a.node_->length(to, from); });
}

TracedRelation maybe(const TracedRelation& a) {
  using Node = TracedRelation::Node;
  return Node{Node::Kind::Maybe, a.node_->size, a.node_}.traced(
      [&](EventId from, EventId to) { return from == to ? 0 : a.node_->length(from, to); });
}

// Floyd and Warshall.
TracedRelation plus(const TracedRelation& a) {
  using Node = TracedRelation::Node;
  const std::size_t size = a.node_->size;
  std::vector<Length> lengths = a.node_->lengths;
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        Length& length = lengths[i * size + j];
        length = std::min(length, lengths[i * size + k] + lengths[k * size + j]);
      }
    }
  }
  return Node{Node::Kind::Plus, size, a.node_}.traced(
      [&](EventId from, EventId to) { return lengths[from.value * size + to.value]; });
}

}  // namespace drover
