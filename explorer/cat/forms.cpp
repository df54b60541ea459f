#include "explorer/cat/forms.h"

#include <algorithm>
#include <array>

namespace drover::cat {

bool is_from_read(const Code& code, const Node& node) {
  if (is_base(node, Base::Fr)) return true;
  if (node.operation != Operation::Sequence || !is_base(code, node.b, Base::Co)) return false;
  const Node& first = code.nodes[node.a];
  return first.operation == Operation::Inverse && is_base(code, first.a, Base::Rf);
}

bool has_all(const Code& code, NodeIndex set, Base kind) {
  const Node& at = code.nodes[set];
  const auto has = [&](NodeIndex part) { return has_all(code, part, kind); };
  switch (at.operation) {
    case Operation::Base: return at.base == kind || at.base == Base::All;
    case Operation::Union: return has(at.a) || has(at.b);
    case Operation::Intersection: return has(at.a) && has(at.b);
    default: return false;
  }
}

bool is_of_event(const Code& code, NodeIndex set) {
  const std::array roots{set};
  return std::ranges::all_of(reachable_nodes(code, roots), [&](NodeIndex each) {
    const Node& part = code.nodes[each];
    return part.kind == ValueKind::Set && part.operation != Operation::Variable &&
           part.operation != Operation::Fixpoint &&
           (part.operation != Operation::Base || drover::is_of_event(part.base));
  });
}

bool contains_identity(const Code& code, NodeIndex index) {
  const Node& node = code.nodes[index];
  switch (node.operation) {
    case Operation::Union:
      return contains_identity(code, node.a) || contains_identity(code, node.b);
    case Operation::Optional: return true;
    case Operation::Base: return node.base == Base::Si;
    case Operation::Identity: return is_base(code, node.a, Base::All);
    default: return false;
  }
}

std::vector<NodeIndex> union_parts(const Code& code, NodeIndex index) {
  const Node& node = code.nodes[index];
  if (node.operation != Operation::Union) return {index};
  std::vector<NodeIndex> parts = union_parts(code, node.a);
  const std::vector<NodeIndex> others = union_parts(code, node.b);
  parts.insert(parts.end(), others.begin(), others.end());
  return parts;
}

std::optional<std::vector<NodeIndex>> parts_besides_communication(const Code& code,
                                                                  NodeIndex index) {
  std::vector<NodeIndex> others;
  bool has_rf = false;
  bool has_co = false;
  bool has_fr = false;
  for (const NodeIndex part : union_parts(code, index)) {
    const bool is_rf = is_base(code, part, Base::Rf);
    const bool is_co = is_base(code, part, Base::Co);
    const bool is_fr = is_from_read(code, code.nodes[part]);
    has_rf |= is_rf;
    has_co |= is_co;
    has_fr |= is_fr;
    if (!is_rf && !is_co && !is_fr) others.push_back(part);
  }
  if (!has_rf || !has_co || !has_fr) return std::nullopt;
  return others;
}

Chain chain_of(const Code& code, NodeIndex index) {
  const Node& at = code.nodes[index];
  switch (at.operation) {
    case Operation::Sequence: {
      Chain out = chain_of(code, at.a);
      const Chain rest = chain_of(code, at.b);
      out.steps.insert(out.steps.end(), rest.steps.begin(), rest.steps.end());
      out.sets.back().insert(out.sets.back().end(), rest.sets[0].begin(), rest.sets[0].end());
      out.sets.insert(out.sets.end(), rest.sets.begin() + 1, rest.sets.end());
      return out;
    }
    case Operation::RestrictDomain: {
      Chain out = chain_of(code, at.b);
      out.sets.front().push_back(at.a);
      return out;
    }
    case Operation::RestrictRange: {
      Chain out = chain_of(code, at.a);
      out.sets.back().push_back(at.b);
      return out;
    }
    default: return {{index}, {{}, {}}};
  }
}

bool is_within_base(const Code& code, NodeIndex index, Base base) {
  return is_within(code, index, [&](NodeIndex part) {
    return is_base(code, part, base) || (base == Base::Fr && is_from_read(code, code.nodes[part]));
  });
}

bool is_between_halves(const Code& code, NodeIndex index) {
  const Node& at = code.nodes[index];
  if (at.operation == Operation::Difference) return is_between_halves(code, at.a);
  if (at.operation != Operation::Intersection) return false;
  const auto is_so = [&](NodeIndex rmw, NodeIndex between) {
    const Chain chain = chain_of(code, between);
    return is_within_base(code, rmw, Base::RmwPairs) && chain.steps.size() == 2 &&
           is_within_base(code, chain.steps[0], Base::Fr) &&
           is_within_base(code, chain.steps[1], Base::Co);
  };
  return is_so(at.a, at.b) || is_so(at.b, at.a);
}

}  // namespace drover::cat
