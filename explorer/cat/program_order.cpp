#include "explorer/cat/program_order.h"

#include <algorithm>
#include <set>

#include "explorer/cat/forms.h"
#include "explorer/cat/reachable.h"

namespace drover::cat {

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
