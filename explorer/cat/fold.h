#pragma once

#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"

// Static analysis of a model's expressions: abstract domains, and their common fold over the
// operations of the code.
namespace drover::cat {

[[nodiscard]] inline std::vector<const CodeCheck*> axioms_of(const Code& code) {
  std::vector<const CodeCheck*> axioms;
  for (const CodeCheck& check : code.checks) {
    if (check.use == CheckUse::Axiom) axioms.push_back(&check);
  }
  return axioms;
}

// Returns the nodes of all checks.
[[nodiscard]] inline std::vector<NodeIndex> roots_of(const Code& code) {
  std::vector<NodeIndex> roots;
  for (const CodeCheck& check : code.checks) roots.push_back(check.node);
  return roots;
}

// Returns the value of each of `nodes` (operands first): `rule(node, values)` computes the value of
// a node from its operands.
//
// `let rec` is an induction. A variable starts as the empty set or relation, with all facts of
// `start`. If a body has a fact whenever the variables have it, all iterations have it. So
// variables lose the facts that a body lacks, until nothing changes.
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
// The same for all nodes.
template <typename Value, typename Rule>
[[nodiscard]] std::vector<Value> fold(const Code& code, const Value& start, Rule rule) {
  std::vector<NodeIndex> roots(code.nodes.size());
  std::iota(roots.begin(), roots.end(), NodeIndex{0});
  return fold(code, reachable_nodes(code, roots), start, std::move(rule));
}

}  // namespace drover::cat
