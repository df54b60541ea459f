#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

#include "explorer/cat/code.h"

// What can be said of a model's expressions before there is a graph: abstract domains, and the fold
// over the operations of its code that all of them share.
namespace drover::cat {

// A value of a domain: some facts that are known of a node.
template <typename Fact>
class FactSet {
 public:
  constexpr FactSet() = default;
  constexpr FactSet(std::initializer_list<Fact> facts) {
    for (const Fact each : facts) bits_ |= bit(each);
  }
  [[nodiscard]] constexpr bool has(Fact fact) const { return (bits_ & bit(fact)) != 0; }
  // With or without a fact.
  constexpr void set(Fact fact, bool is_known = true) {
    bits_ = is_known ? bits_ | bit(fact) : bits_ & ~bit(fact);
  }
  friend constexpr FactSet operator&(FactSet a, FactSet b) { return FactSet(a.bits_ & b.bits_); }
  friend constexpr FactSet operator|(FactSet a, FactSet b) { return FactSet(a.bits_ | b.bits_); }
  friend constexpr FactSet operator-(FactSet a, FactSet b) { return FactSet(a.bits_ & ~b.bits_); }
  constexpr bool operator==(const FactSet&) const = default;

 private:
  explicit constexpr FactSet(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t bit(Fact fact) {
    return std::uint32_t{1} << static_cast<std::uint32_t>(fact);
  }
  std::uint32_t bits_ = 0;
};

// The value of each of `nodes` (operands first): `rule(node, values)` says what holds of a node,
// given its operands.
//
// `let rec` is an induction. A variable begins as the empty set or relation, of which everything
// is known that is in `start`. If a body has a fact whenever the variables have theirs, all rounds
// have it. So variables lose the facts that a body does not have, until nothing changes.
template <typename Value, typename Rule>
[[nodiscard]] std::vector<Value> fold(const Code& code, std::span<const NodeIndex> nodes,
                                      const Value& start, Rule rule) {
  std::vector<Value> values(code.nodes.size(), start);
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    for (const NodeIndex index : nodes) {
      const Node& node = code.nodes[index];
      if (node.operation == Operation::Variable) continue;
      values[index] = node.operation == Operation::Fixpoint
                          ? values[code.groups[node.group].variables[node.component]]
                          : rule(node, values);
    }
    for (const FixpointGroup& group : code.groups) {
      for (std::size_t i = 0; i < group.bodies.size(); ++i) {
        Value& variable = values[group.variables[i]];
        const Value left = variable & values[group.bodies[i]];
        has_changed = has_changed || left != variable;
        variable = left;
      }
    }
  }
  return values;
}

}  // namespace drover::cat
