#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "explorer/cat/code.h"

namespace drover::cat {

// Creates the nodes of a Code. Equal nodes are shared; an operation equal to one of its operands
// creates no node. The kinds of the operands must fit.
class CodeBuilder {
 public:
  NodeIndex base(Base base);
  NodeIndex empty(ValueKind kind);
  NodeIndex everything(ValueKind kind);
  NodeIndex unary(Operation operation, NodeIndex a);
  NodeIndex binary(Operation operation, NodeIndex a, NodeIndex b);

  // Opens the group of a `let rec`, with its variables; close it when the bodies exist.
  std::uint32_t open_group(const std::vector<ValueKind>& kinds);
  [[nodiscard]] NodeIndex variable(std::uint32_t group, std::size_t component) const {
    return code_.groups[group].variables[component];
  }
  std::vector<NodeIndex> close_group(std::uint32_t group, std::vector<NodeIndex> bodies);
  [[nodiscard]] bool may_open_group() const { return code_.groups.size() < MaxGroups; }

  // True if `node` uses the variable on the right of `\` or under `~`.
  [[nodiscard]] bool uses_negatively(NodeIndex node, NodeIndex variable) const;

  void set_name(NodeIndex node, const std::string& name);
  // Sets the text if the node has none yet.
  void set_text(NodeIndex node, std::string text);

  [[nodiscard]] const Node& operator[](NodeIndex node) const { return code_.nodes[node]; }
  [[nodiscard]] Code& code() { return code_; }

 private:
  // True for the identity of all events.
  [[nodiscard]] bool is_identity(const Node& node) const {
    return node.operation == Operation::Identity &&
           code_.nodes[node.a].operation == Operation::Base &&
           code_.nodes[node.a].base == Base::All;
  }
  struct Key {
    Operation operation;
    ValueKind kind;
    Base base;
    NodeIndex a, b;

    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept;
  };
  NodeIndex intern(Node node);

  Code code_;
  std::unordered_map<Key, NodeIndex, KeyHash> known_;
};

}  // namespace drover::cat
