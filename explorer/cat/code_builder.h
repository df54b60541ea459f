#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "explorer/cat/code.h"
#include "support/check.h"
#include "support/hash.h"

namespace drover::cat {

// Creates the nodes of a Code. Equal nodes are shared; an operation equal to one of its operands
// creates no node. The kinds of the operands must fit.
class CodeBuilder {
 public:
  NodeIndex base(Base base) {
    const BaseDescription& description = base_descriptions()[static_cast<std::size_t>(base)];
    Node node;
    node.operation = Operation::Base;
    node.kind = description.kind;
    node.base = base;
    node.growth = growth_of(base);
    node.name = description.name;
    node.text = description.name;
    return intern(std::move(node));
  }
  NodeIndex empty(ValueKind kind) {
    Node node;
    node.kind = kind;
    node.text = "0";
    return intern(std::move(node));
  }
  NodeIndex everything(ValueKind kind) {
    const NodeIndex all = base(Base::All);
    return kind == ValueKind::Set ? all : binary(Operation::Product, all, all);
  }
  NodeIndex unary(Operation operation, NodeIndex a) {
    const Node& operand = code_.nodes[a];
    const bool is_empty = operand.operation == Operation::Empty;
    if (is_empty && (operation == Operation::Plus || operation == Operation::Inverse)) return a;
    if (operand.operation == operation &&
        (operation == Operation::Plus || operation == Operation::Optional)) {
      return a;
    }
    // (r?)+ is (r+)?
    if (operation == Operation::Plus && operand.operation == Operation::Optional) {
      return unary(Operation::Optional, unary(Operation::Plus, operand.a));
    }
    Node node;
    node.operation = operation;
    node.kind = kind_of(operation, operand.kind);
    node.a = a;
    node.growth = operation == Operation::Complement ? opposite(operand.growth) : operand.growth;
    node.open_groups = operand.open_groups;
    return intern(std::move(node));
  }
  NodeIndex binary(Operation operation, NodeIndex a, NodeIndex b) {
    const Node& left = code_.nodes[a];
    const Node& right = code_.nodes[b];
    const bool is_left_empty = left.operation == Operation::Empty;
    const bool is_right_empty = right.operation == Operation::Empty;
    switch (operation) {
      case Operation::Union:
        if (is_left_empty || a == b) return b;
        if (is_right_empty) return a;
        break;
      case Operation::Intersection:
        if (is_left_empty || a == b) return a;
        if (is_right_empty) return b;
        break;
      case Operation::Difference:
        if (is_left_empty || is_right_empty) return a;
        break;
      case Operation::Sequence:
        if (is_left_empty) return a;
        if (is_right_empty) return b;
        if (is_identity(left)) return b;
        if (is_identity(right)) return a;
        if (left.operation == Operation::Identity) {
          return binary(Operation::RestrictDomain, left.a, b);
        }
        if (right.operation == Operation::Identity) {
          return binary(Operation::RestrictRange, a, right.a);
        }
        break;
      default: break;
    }
    Node node;
    node.operation = operation;
    node.kind = kind_of(operation, left.kind);
    node.a = a;
    node.b = b;
    node.growth = joined(
        left.growth, operation == Operation::Difference ? opposite(right.growth) : right.growth);
    node.open_groups = left.open_groups | right.open_groups;
    return intern(std::move(node));
  }

  // Opens the group of a `let rec`, with its variables; close it when the bodies exist.
  std::uint32_t open_group(const std::vector<ValueKind>& kinds) {
    DROVER_CHECK(may_open_group(), "the number of groups is limited");
    const auto group = static_cast<std::uint32_t>(code_.groups.size());
    code_.groups.emplace_back();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      Node node;
      node.operation = Operation::Variable;
      node.kind = kinds[i];
      node.group = group;
      node.component = static_cast<std::uint32_t>(i);
      node.open_groups = std::uint64_t{1} << group;
      code_.groups[group].variables.push_back(static_cast<NodeIndex>(code_.nodes.size()));
      code_.nodes.push_back(std::move(node));
    }
    return group;
  }
  [[nodiscard]] NodeIndex variable(std::uint32_t group, std::size_t component) const {
    return code_.groups[group].variables[component];
  }
  std::vector<NodeIndex> close_group(std::uint32_t group, std::vector<NodeIndex> bodies) {
    Growth growth = Growth::None;
    std::uint64_t open_groups = 0;
    for (const NodeIndex body : bodies) {
      growth = joined(growth, code_.nodes[body].growth);
      open_groups |= code_.nodes[body].open_groups;
    }
    std::vector<NodeIndex> results;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      Node node;
      node.operation = Operation::Fixpoint;
      node.kind = code_.nodes[code_.groups[group].variables[i]].kind;
      node.group = group;
      node.component = static_cast<std::uint32_t>(i);
      node.growth = growth;
      node.open_groups = open_groups & ~(std::uint64_t{1} << group);
      results.push_back(static_cast<NodeIndex>(code_.nodes.size()));
      code_.nodes.push_back(std::move(node));
    }
    code_.groups[group].bodies = std::move(bodies);
    return results;
  }
  [[nodiscard]] bool may_open_group() const { return code_.groups.size() < MaxGroups; }

  // True if `node` uses the variable on the right of `\` or under `~`.
  [[nodiscard]] bool uses_negatively(NodeIndex node, NodeIndex variable) const {
    using Use = std::pair<NodeIndex, bool>;  // a node, and whether it is used negatively
    std::set<Use> seen;
    std::vector<Use> pending{{node, false}};
    while (!pending.empty()) {
      const auto [at, is_negative] = pending.back();
      pending.pop_back();
      if (at == variable && is_negative) return true;
      if (!seen.insert({at, is_negative}).second) continue;
      const Node& current = code_.nodes[at];
      const std::vector<NodeIndex> operands = operands_of(code_, current);
      for (std::size_t i = 0; i < operands.size(); ++i) {
        const bool changes = current.operation == Operation::Complement ||
                             (current.operation == Operation::Difference && i == 1);
        pending.emplace_back(operands[i], is_negative != changes);
      }
    }
    return false;
  }

  void set_name(NodeIndex node, const std::string& name) {
    std::string& known = code_.nodes[node].name;
    if (known.empty()) known = name;
  }
  // Sets the text if the node has none yet.
  void set_text(NodeIndex node, std::string text) {
    std::string& known = code_.nodes[node].text;
    if (known.empty()) known = std::move(text);
  }

  [[nodiscard]] const Node& operator[](NodeIndex node) const { return code_.nodes[node]; }
  [[nodiscard]] Code& code() { return code_; }

 private:
  // True for the identity of all events.
  [[nodiscard]] bool is_identity(const Node& node) const {
    return node.operation == Operation::Identity &&
           code_.nodes[node.a].operation == Operation::Base &&
           code_.nodes[node.a].base == Base::All;
  }
  static Growth opposite(Growth growth) {
    switch (growth) {
      case Growth::Grows: return Growth::Shrinks;
      case Growth::Shrinks: return Growth::Grows;
      default: return growth;
    }
  }

  static Growth joined(Growth a, Growth b) {
    if (a == Growth::None) return b;
    if (b == Growth::None || a == b) return a;
    return Growth::Either;
  }

  static Growth growth_of(Base base) {
    switch (base) {
      case Base::Rf:
      case Base::Co:
      case Base::FenceOrder:
      case Base::Fr: return Growth::Grows;
      case Base::FinalWrites: return Growth::Shrinks;
      default: return Growth::None;
    }
  }

  static ValueKind kind_of(Operation operation, ValueKind operand) {
    switch (operation) {
      case Operation::Domain:
      case Operation::Range: return ValueKind::Set;
      case Operation::Identity:
      case Operation::Product:
      case Operation::RestrictDomain:
      case Operation::RestrictRange: return ValueKind::Relation;
      default: return operand;
    }
  }

  struct Key {
    Operation operation;
    ValueKind kind;
    Base base;
    NodeIndex a, b;

    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept {
      return hash_of(key.operation, key.kind, key.base, key.a, key.b);
    }
  };
  NodeIndex intern(Node node) {
    const Key key{node.operation, node.kind, node.base, node.a, node.b};
    const auto [found, is_new] =
        known_.try_emplace(key, static_cast<NodeIndex>(code_.nodes.size()));
    if (is_new) code_.nodes.push_back(std::move(node));
    return found->second;
  }

  Code code_;
  std::unordered_map<Key, NodeIndex, KeyHash> known_;
};

}  // namespace drover::cat
