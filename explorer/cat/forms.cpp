#include "explorer/cat/forms.h"

#include <algorithm>
#include <set>
#include <utility>

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

bool contains_identity(const Code& code, NodeIndex index) {
  const Node& node = code.nodes[index];
  switch (node.operation) {
    case Operation::Union:
      return contains_identity(code, node.a) || contains_identity(code, node.b);
    case Operation::Optional: return true;
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

// ---- Preserved program order

namespace {

// Analyses the form of expressions. A short-lived worker: holds a reference to the model.
class KeptOrder {
 public:
  explicit KeptOrder(const Code& code) : code_(code) {}

  std::vector<std::string> find() {
    for (const CodeCheck& check : code_.checks) {
      if (check.use == CheckUse::Axiom) visit(check.node);
    }
    return std::move(names_);
  }

 private:
  // True if every pair is in a transitive base relation.
  [[nodiscard]] bool is_in(NodeIndex index, Base base) const {
    return is_within(code_, index, [&](NodeIndex part) {
      const Node& node = code_.nodes[part];
      switch (node.operation) {
        case Operation::Empty: return true;
        case Operation::Plus: return is_in(node.a, base);
        case Operation::Sequence:
          return (is_in(node.a, base) && is_in_or_same(node.b, base)) ||
                 (is_in_or_same(node.a, base) && is_in(node.b, base));
        default: return is_base(node, base);
      }
    });
  }
  // Like is_in, but allows pairs of an event with itself.
  [[nodiscard]] bool is_in_or_same(NodeIndex index, Base base) const {
    const Node& node = code_.nodes[index];
    if (is_in(index, base)) return true;
    if (node.operation == Operation::Identity) return true;
    if (node.operation == Operation::Optional || node.operation == Operation::RestrictRange) {
      return is_in_or_same(node.a, base);
    }
    if (node.operation == Operation::RestrictDomain) return is_in_or_same(node.b, base);
    return node.operation == Operation::Sequence && is_in_or_same(node.a, base) &&
           is_in_or_same(node.b, base);
  }

  // A subtrahend says nothing about preserved order.
  void visit(NodeIndex index) {
    if (!seen_.insert(index).second) return;
    const Node& node = code_.nodes[index];
    if (node.kind != ValueKind::Relation) return;
    if (is_in(index, Base::Po) && !node.name.empty()) {
      const bool is_new = std::ranges::find(names_, node.name) == names_.end();
      const bool is_wide = node.operation != Operation::Base && !is_in(index, Base::Loc);
      if (is_new && is_wide) names_.push_back(node.name);
      return;
    }
    if (node.operation == Operation::Difference) {
      visit(node.a);
      return;
    }
    if (node.operation == Operation::Complement) return;
    for (const NodeIndex operand : operands_of(code_, node)) visit(operand);
  }

  const Code& code_;
  std::set<NodeIndex> seen_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::string> kept_program_order(const Code& code) { return KeptOrder(code).find(); }

}  // namespace drover::cat
