#include "explorer/cat/tracer.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "support/check.h"

namespace drover::cat {

namespace {

// The length of a shortest derivation; Absent or more for a non-pair, also as a sum of two.
using Length = std::uint32_t;
constexpr Length Absent = std::numeric_limits<Length>::max() / 2;

// Returns the path in reverse, with inverse relations.
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

std::vector<Step> joined(std::vector<Step> first, std::vector<Step> then) {
  std::ranges::move(then, std::back_inserter(first));
  return first;
}

}  // namespace

// A relation and the way in which its pairs are derived from those of `left` and `right`.
struct Tracer::Trace {
  Operation operation = Operation::Base;  // Base: each pair is one step
  TracePointer left = nullptr;
  TracePointer right = nullptr;
  std::string name = {};             // if any, a pair is one step whose parts are its derivation
  std::size_t size = 0;              // the number of events
  std::vector<Length> lengths = {};  // by from * size + to
  Relation relation = {};            // the pairs that have a length

  // Returns the trace with these lengths.
  template <typename LengthOf>
  [[nodiscard]] TracePointer with(const LengthOf& length_of) && {
    relation = Relation(size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        lengths.push_back(std::min(Absent, length_of(EventId(i), EventId(j))));
        if (lengths.back() != Absent) relation.insert(EventId(i), EventId(j));
      }
    }
    return std::make_shared<const Trace>(std::move(*this));
  }

  [[nodiscard]] Length length(EventId from, EventId to) const {
    return lengths[from.value * size + to.value];
  }
  // Returns a shortest derivation of a pair, in order.
  [[nodiscard]] std::vector<Step> unfold(EventId from, EventId to) const {
    DROVER_CHECK(relation.contains(from, to), "only pairs of the relation can be unfolded");
    if (operation == Operation::Base) return {{from, name, to, {}}};
    std::vector<Step> parts = parts_of(from, to);
    // From an event to itself there may be no step; naming a step again adds nothing.
    const bool is_named = parts.empty() || (parts.size() == 1 && parts[0].relation == name);
    if (name.empty() || is_named) return parts;
    return {{from, name, to, std::move(parts)}};
  }
  // Returns the pair with the shortest derivation; for an axiom on cycles, of an event with itself.
  [[nodiscard]] std::optional<std::pair<EventId, EventId>> closest_for(CheckTest test) const {
    std::optional<std::pair<EventId, EventId>> best;
    for (const auto& [from, to] : relation.pairs()) {
      if (test != CheckTest::Empty && from != to) continue;
      if (!best || length(from, to) < length(best->first, best->second)) best = {from, to};
    }
    return best;
  }

 private:
  [[nodiscard]] std::vector<Step> parts_of(EventId from, EventId to) const {
    switch (operation) {
      case Operation::Identity: return {};
      case Operation::Union: {
        const bool is_left = left->length(from, to) <= right->length(from, to);
        return (is_left ? left : right)->unfold(from, to);
      }
      case Operation::Sequence: {
        const EventId middle = middle_of(*left, *right, from, to, 0);
        return joined(left->unfold(from, middle), right->unfold(middle, to));
      }
      case Operation::Inverse: return reversed(left->unfold(to, from));
      case Operation::Optional: return from == to ? std::vector<Step>() : left->unfold(from, to);
      // A shortest path, one pair of `left` at a time.
      case Operation::Plus: {
        std::vector<Step> path;
        while (left->length(from, to) != length(from, to)) {
          const EventId next = middle_of(*left, *this, from, to, 1);
          path = joined(std::move(path), left->unfold(from, next));
          from = next;
        }
        return joined(std::move(path), left->unfold(from, to));
      }
      default: return left->unfold(from, to);  // a part of `left`
    }
  }
  // Returns an event through which a pair of this relation is a pair of `first`, of this length or
  // longer, and one of `then`.
  [[nodiscard]] EventId middle_of(const Trace& first, const Trace& then, EventId from, EventId to,
                                  Length least) const {
    for (std::size_t i = 0; i < size; ++i) {
      const Length before = first.length(from, EventId(i));
      if (before >= least && before + then.length(EventId(i), to) == length(from, to)) {
        return EventId(i);
      }
    }
    DROVER_UNREACHABLE("a pair of a composition has an event in the middle");
  }
};

std::vector<Step> Tracer::steps_of(const CodeCheck& check) {
  const Node& node = code_.nodes[check.node];
  if (check.is_negated || node.kind == ValueKind::Set) return {};
  TracePointer of = trace(check.node);
  if (check.test == CheckTest::Acyclic) of = closure(of);
  const auto pair = of->closest_for(check.test);
  if (!pair) return {};
  const auto [from, to] = *pair;
  const Node& shared = without_exceptions(check.node);
  if (check.test != CheckTest::Empty || shared.operation != Operation::Intersection) {
    return of->unfold(from, to);
  }
  const bool is_left = is_left_telling(shared);
  return joined(trace(is_left ? shared.a : shared.b)->unfold(from, to),
                reversed(trace(is_left ? shared.b : shared.a)->unfold(from, to)));
}

// Returns the relation from which some pairs are taken out.
const Node& Tracer::without_exceptions(NodeIndex index) const {
  const Node& node = code_.nodes[index];
  const bool is_left =
      node.operation == Operation::Difference || node.operation == Operation::RestrictRange;
  if (is_left) return without_exceptions(node.a);
  return node.operation == Operation::RestrictDomain ? without_exceptions(node.b) : node;
}

Tracer::TracePointer Tracer::trace(NodeIndex index) {
  if (traces_[index] != nullptr) return traces_[index];
  TracePointer made = derive(index);
  const Node& node = code_.nodes[index];
  if (!node.name.empty() && node.operation != Operation::Base) {
    Trace named = *made;
    named.operation = Operation::Intersection;
    named.left = std::move(made);
    named.name = node.name;
    made = std::make_shared<const Trace>(std::move(named));
  }
  return traces_[index] = std::move(made);
}

// The evaluator does not have the last values of nodes that depend on a variable.
Relation Tracer::relation(NodeIndex index) {
  return code_.nodes[index].open_groups != 0 ? trace(index)->relation : values_.relation(index);
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

Tracer::TracePointer Tracer::part_of(TracePointer whole, const Relation& kept) const {
  const Trace& of = *whole;
  return Trace{.operation = Operation::Intersection, .left = std::move(whole), .size = of.size}
      .with([&](EventId from, EventId to) {
        return kept.contains(from, to) ? of.length(from, to) : Absent;
      });
}

Tracer::TracePointer Tracer::undivided(const std::string& name, const Relation& relation) const {
  return Trace{.name = name, .size = relation.size()}.with(
      [&](EventId from, EventId to) { return relation.contains(from, to) ? 1 : Absent; });
}

// Floyd and Warshall.
Tracer::TracePointer Tracer::closure(const TracePointer& of) const {
  const std::size_t size = of->size;
  std::vector<Length> lengths = of->lengths;
  for (std::size_t k = 0; k < size; ++k) {
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        Length& length = lengths[i * size + j];
        length = std::min(length, lengths[i * size + k] + lengths[k * size + j]);
      }
    }
  }
  return Trace{.operation = Operation::Plus, .left = of, .size = size}.with(
      [&](EventId from, EventId to) { return lengths[from.value * size + to.value]; });
}

Tracer::TracePointer Tracer::derive(NodeIndex index) {
  const Node& node = code_.nodes[index];
  const EventSet all = EventSet(values_.event_count()).complement();
  // `length_of(a, b, from, to)` computes lengths from the traces of the operands.
  const auto made = [&](const auto& length_of) {
    Trace out{.operation = node.operation, .left = trace(node.a), .size = values_.event_count()};
    out.right = operand_count(node.operation) == 2 ? trace(node.b) : out.left;
    const Trace& a = *out.left;
    const Trace& b = *out.right;
    return std::move(out).with([&](EventId from, EventId to) { return length_of(a, b, from, to); });
  };
  switch (node.operation) {
    case Operation::Union:
      return made([](const Trace& a, const Trace& b, EventId from, EventId to) {
        return std::min(a.length(from, to), b.length(from, to));
      });
    case Operation::Intersection: {
      const bool is_left = is_left_telling(node);
      const Relation other = relation(is_left ? node.b : node.a);
      return part_of(trace(is_left ? node.a : node.b), other);
    }
    case Operation::Difference: return part_of(trace(node.a), product(all, all) - relation(node.b));
    case Operation::RestrictDomain:
      return part_of(trace(node.b), product(values_.set(node.a), all));
    case Operation::RestrictRange: return part_of(trace(node.a), product(all, values_.set(node.b)));
    case Operation::Sequence:
      return made([](const Trace& a, const Trace& b, EventId from, EventId to) {
        Length length = Absent;
        a.relation.for_each_successor(from, [&](EventId middle) {
          length = std::min(length, a.length(from, middle) + b.length(middle, to));
        });
        return length;
      });
    case Operation::Optional:
      return made([](const Trace& a, const Trace& /*b*/, EventId from, EventId to) {
        return from == to ? 0 : a.length(from, to);
      });
    case Operation::Plus: return closure(trace(node.a));
    case Operation::Inverse:
      return made([](const Trace& a, const Trace& /*b*/, EventId from, EventId to) {
        return a.length(to, from);
      });
    case Operation::Identity: {
      const EventSet set = values_.set(node.a);
      return Trace{.operation = node.operation, .size = set.universe_size()}.with(
          [&](EventId from, EventId to) { return from == to && set.contains(from) ? 0 : Absent; });
    }
    case Operation::Fixpoint: return trace_fixpoint(index);
    case Operation::Base:
    case Operation::Empty:
    case Operation::Complement:
    case Operation::Product:
    case Operation::Variable:
    case Operation::Domain:
    case Operation::Range: break;
  }
  return undivided(node.name.empty() ? node.text : node.name, values_.relation(index));
}

// Iterates like the evaluator: each pair keeps its first derivation.
Tracer::TracePointer Tracer::trace_fixpoint(NodeIndex index) {
  const Node& node = code_.nodes[index];
  const FixpointGroup& group = code_.groups[node.group];
  const std::uint64_t bit = std::uint64_t{1} << node.group;
  // If sets and relations are defined together, pairs are not decomposed.
  const bool has_sets = std::ranges::any_of(group.variables, [&](NodeIndex variable) {
    return code_.nodes[variable].kind == ValueKind::Set;
  });
  if (has_sets) return undivided(node.name, values_.relation(index));
  std::vector<TracePointer> rounds(group.variables.size(),
                                   undivided("", Relation(values_.event_count())));
  for (bool has_changed = true; has_changed;) {
    for (const NodeIndex each : reachable_nodes(code_, group.bodies)) {
      if ((code_.nodes[each].open_groups & bit) != 0) traces_[each].reset();
    }
    for (std::size_t i = 0; i < rounds.size(); ++i) traces_[group.variables[i]] = rounds[i];
    has_changed = false;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      TracePointer next = trace(group.bodies[i]);
      has_changed = has_changed || next->relation != rounds[i]->relation;
      rounds[i] = std::move(next);
    }
  }
  return rounds[node.component];
}

}  // namespace drover::cat
