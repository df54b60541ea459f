#pragma once

#include <optional>
#include <string>
#include <vector>

#include "explorer/cat/code.h"

// Predicates on the syntactic form of a model's expressions.
namespace drover::cat {

[[nodiscard]] inline bool is_base(const Node& node, Base base) {
  return node.operation == Operation::Base && node.base == base;
}
[[nodiscard]] inline bool is_base(const Code& code, NodeIndex index, Base base) {
  return is_base(code.nodes[index], base);
}

// True if a node is the fr of an execution: the base relation, or rf^-1; co written out.
[[nodiscard]] bool is_from_read(const Code& code, const Node& node);

// True if a set contains all events of a kind (Base::Reads, Base::Writes, …).
[[nodiscard]] bool has_all(const Code& code, NodeIndex set, Base kind);

// True if an event alone decides whether it is in a set.
[[nodiscard]] bool is_of_event(const Code& code, NodeIndex set);

// True if every event is related to itself.
[[nodiscard]] bool contains_identity(const Code& code, NodeIndex index);

// Splits a relation into the parts of a union.
[[nodiscard]] std::vector<NodeIndex> union_parts(const Code& code, NodeIndex index);

// For rf | co | fr | others…: returns the others; nothing if one of the three is missing.
[[nodiscard]] std::optional<std::vector<NodeIndex>> parts_besides_communication(const Code& code,
                                                                                NodeIndex index);

// True if the form shows that a relation is contained in a base relation.
[[nodiscard]] bool is_within_base(const Code& code, NodeIndex index, Base base);
// True for rmw & (fr; co), or a part of it.
[[nodiscard]] bool is_between_halves(const Code& code, NodeIndex index);

// A relation as [S0]; r1; [S1]; r2; …
struct Chain {
  std::vector<NodeIndex> steps;
  std::vector<std::vector<NodeIndex>> sets;  // one more than steps
};
[[nodiscard]] Chain chain_of(const Code& code, NodeIndex index);

// True if a relation or set is contained in something: `is_part(index)` is true for expressions
// known to be contained in it.
template <typename IsPart>
[[nodiscard]] bool is_within(const Code& code, NodeIndex index, const IsPart& is_part) {
  if (is_part(index)) return true;
  const Node& node = code.nodes[index];
  const auto is_so = [&](NodeIndex part) { return is_within(code, part, is_part); };
  switch (node.operation) {
    case Operation::Union: return is_so(node.a) && is_so(node.b);
    case Operation::Intersection: return is_so(node.a) || is_so(node.b);
    case Operation::Difference:
    case Operation::RestrictRange: return is_so(node.a);
    case Operation::RestrictDomain: return is_so(node.b);
    default: return false;
  }
}

}  // namespace drover::cat
