#include "analysis/mutants/joined_code.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "support/format.h"

namespace drover::mutants {

namespace {

using cat::Code;
using cat::CodeCheck;
using cat::Node;
using cat::NodeIndex;
using cat::Operation;

bool is_of_group(const Node& node) {
  return node.operation == Operation::Variable || node.operation == Operation::Fixpoint;
}

// False if some `let rec` is inside another.
bool has_simple_groups(const Code& code) {
  return std::ranges::all_of(code.nodes, [](const Node& node) {
    const bool is_in_one = (node.open_groups & (node.open_groups - 1)) == 0;
    return is_in_one && (node.operation != Operation::Fixpoint || node.open_groups == 0);
  });
}

class Joiner {
 public:
  explicit Joiner(JoinedCode& out) : out_(out) {}

  // Adds the axioms of a code. False if they do not fit: nothing then counts.
  bool add(const Code& code, std::size_t model) {
    code_ = &code;
    nodes_.assign(code.nodes.size(), std::nullopt);
    groups_.assign(code.groups.size(), std::nullopt);
    fits_ = true;
    JoinedCode::Member member{.model = model, .axioms = {}};
    for (const CodeCheck& check : code.checks) {
      if (check.use != cat::CheckUse::Axiom) continue;
      const NodeIndex node = mapped(check.node);
      if (!fits_) return false;
      member.axioms.push_back(axiom(check, node));
    }
    out_.members.push_back(std::move(member));
    return true;
  }

 private:
  std::uint32_t axiom(const CodeCheck& check, NodeIndex node) {
    const auto [known, is_new] = axioms_.try_emplace(
        {check.test, check.is_negated, node}, static_cast<std::uint32_t>(out_.code.checks.size()));
    if (is_new) {
      CodeCheck copy = check;
      copy.node = node;
      copy.references.clear();
      out_.code.checks.push_back(std::move(copy));
    }
    return known->second;
  }

  // Returns the node of the joined code with the value of a node of the current code.
  NodeIndex mapped(NodeIndex index) {
    if (nodes_[index]) return *nodes_[index];
    Node node = code_->nodes[index];
    if (is_of_group(node)) {
      const std::uint32_t group = mapped_group(node.group);
      if (!fits_) return 0;
      if (node.operation == Operation::Variable) {
        nodes_[index] = out_.code.groups[group].variables[node.component];
        return *nodes_[index];
      }
      node.group = group;
    } else {
      const std::size_t operands = cat::operand_count(node.operation);
      if (operands > 0) node.a = mapped(node.a);
      if (operands > 1) node.b = mapped(node.b);
      if (!fits_) return 0;
      node.open_groups = operands > 0 ? out_.code.nodes[node.a].open_groups : 0;
      if (operands > 1) node.open_groups |= out_.code.nodes[node.b].open_groups;
    }
    nodes_[index] = shared(std::move(node));
    return *nodes_[index];
  }
  NodeIndex shared(Node node) {
    const auto [known, is_new] = known_.try_emplace(
        {node.operation, node.kind, node.base, node.a, node.b, node.group, node.component},
        static_cast<NodeIndex>(out_.code.nodes.size()));
    if (is_new) out_.code.nodes.push_back(std::move(node));
    return known->second;
  }

  // Groups with the same bodies are one group.
  std::uint32_t mapped_group(std::uint32_t group) {
    if (groups_[group]) return *groups_[group];
    const cat::FixpointGroup& own = code_->groups[group];
    std::string text;
    std::map<NodeIndex, std::size_t> numbers;
    for (const NodeIndex each : own.bodies) describe(each, numbers, text);
    if (!fits_) return 0;
    const auto found = known_groups_.find(text);
    if (found != known_groups_.end()) {
      groups_[group] = found->second;
      return found->second;
    }
    fits_ = out_.code.groups.size() < cat::MaxGroups;
    if (!fits_) return 0;
    const auto number = static_cast<std::uint32_t>(out_.code.groups.size());
    groups_[group] = number;
    known_groups_.emplace(std::move(text), number);
    out_.code.groups.emplace_back();
    for (const NodeIndex each : own.variables) {
      Node variable = code_->nodes[each];
      variable.group = number;
      variable.open_groups = std::uint64_t{1} << number;
      out_.code.groups[number].variables.push_back(shared(std::move(variable)));
    }
    std::vector<NodeIndex> bodies;
    for (const NodeIndex each : own.bodies) bodies.push_back(mapped(each));
    out_.code.groups[number].bodies = std::move(bodies);
    return number;
  }
  // Describes a body up to the names of the variables: what does not depend on them is a node.
  void describe(NodeIndex index, std::map<NodeIndex, std::size_t>& numbers, std::string& text) {
    const Node& node = code_->nodes[index];
    if (node.open_groups == 0) {
      text += format("={} ", mapped(index));
      return;
    }
    const auto [known, is_new] = numbers.try_emplace(index, numbers.size());
    if (!is_new) {
      text += format("@{} ", known->second);
      return;
    }
    text += format("{}.{}.{}( ", static_cast<int>(node.operation), static_cast<int>(node.kind),
                   node.component);
    const std::size_t operands = cat::operand_count(node.operation);
    if (operands > 0) describe(node.a, numbers, text);
    if (operands > 1) describe(node.b, numbers, text);
    text += ") ";
  }

  using Key = std::tuple<Operation, cat::ValueKind, cat::Base, NodeIndex, NodeIndex, std::uint32_t,
                         std::uint32_t>;

  JoinedCode& out_;
  const Code* code_ = nullptr;
  std::vector<std::optional<NodeIndex>> nodes_;       // by node of the current code
  std::vector<std::optional<std::uint32_t>> groups_;  // by group of the current code
  bool fits_ = true;
  std::map<std::tuple<cat::Test, bool, NodeIndex>, std::uint32_t> axioms_;
  std::map<Key, NodeIndex> known_;
  std::map<std::string, std::uint32_t> known_groups_;
};

}  // namespace

std::vector<JoinedCode> joined(std::span<const Code* const> codes) {
  std::vector<JoinedCode> out;
  std::optional<Joiner> joiner;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    if (!has_simple_groups(*codes[i])) continue;
    if (joiner && joiner->add(*codes[i], i)) continue;
    out.emplace_back();
    out.back().code.fuses_updates = codes[i]->fuses_updates;
    joiner.emplace(out.back());
    if (!joiner->add(*codes[i], i)) {
      out.pop_back();
      joiner.reset();
    }
  }
  return out;
}

}  // namespace drover::mutants
