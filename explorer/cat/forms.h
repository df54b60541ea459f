#pragma once

#include <optional>
#include <vector>

#include "explorer/cat/code.h"

// Questions about how the expressions of a model are written.
namespace drover::cat {

[[nodiscard]] inline bool is_base(const Node& node, Base base) {
  return node.operation == Operation::Base && node.base == base;
}
[[nodiscard]] inline bool is_base(const Code& code, NodeIndex index, Base base) {
  return is_base(code.nodes[index], base);
}

// Whether a node is what an execution gives as fr: the base relation, or rf^-1; co written out.
[[nodiscard]] bool is_from_read(const Code& code, const Node& node);

// Whether a set has all events of a kind (Base::Reads, Base::Writes, …).
[[nodiscard]] bool has_all(const Code& code, NodeIndex set, Base kind);

// Whether every event is related to itself.
[[nodiscard]] bool contains_identity(const Code& code, NodeIndex index);

// A relation as a union.
[[nodiscard]] std::vector<NodeIndex> union_parts(const Code& code, NodeIndex index);

// rf | co | fr | others…: the others; nothing if one of the three is missing.
[[nodiscard]] std::optional<std::vector<NodeIndex>> parts_besides_communication(const Code& code,
                                                                                NodeIndex index);

// A relation as [S0]; r1; [S1]; r2; …
struct Chain {
  std::vector<NodeIndex> steps;
  std::vector<std::vector<NodeIndex>> sets;  // one more
};
[[nodiscard]] Chain chain_of(const Code& code, NodeIndex index);

// Whether a relation or a set is a part of something: `is_part(index)` says of which expressions
// that is known.
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
