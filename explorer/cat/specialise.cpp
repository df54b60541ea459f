#include "explorer/cat/specialise.h"

#include <optional>
#include <utility>
#include <vector>

#include "explorer/cat/code_builder.h"
#include "explorer/cat/fold.h"
#include "explorer/cat/forms.h"
#include "support/enum_set.h"

namespace drover::cat {

namespace {

enum class Fact : std::uint8_t { Empty };
using Facts = EnumSet<Fact>;

class Specialiser {
 public:
  Specialiser(const Code& code, const std::function<SetExtent(NodeIndex)>& extent_of)
      : code_(code),
        extent_of_(extent_of),
        nodes_(reachable_nodes(code, roots_of(code))),
        groups_(code.groups.size()),
        moved_(code.nodes.size(), 0) {}

  Code run() {
    empty_ = fold(code_, nodes_, Facts{Fact::Empty},
                  [&](const Node& node, const std::vector<Facts>& values) {
                    const bool is_empty = is_empty_by(node, values);
                    return is_empty ? Facts{Fact::Empty} : Facts::none();
                  });
    for (const NodeIndex index : nodes_) {
      moved_[index] = is_empty(index) ? builder_.empty(code_.nodes[index].kind) : moved(index);
    }
    Code out = std::move(builder_.code());
    out.title = code_.title;
    out.fuses_updates = code_.fuses_updates;
    out.declares_coherence = code_.declares_coherence;
    for (CodeCheck check : code_.checks) {
      check.node = moved_[check.node];
      check.references.clear();
      out.checks.push_back(std::move(check));
    }
    return out;
  }

 private:
  [[nodiscard]] SetExtent extent_of(const Node& node) const {
    if (node.kind != ValueKind::Set) return SetExtent::Some;
    return extent_of_(static_cast<NodeIndex>(&node - code_.nodes.data()));
  }
  [[nodiscard]] bool is_empty(NodeIndex index) const { return empty_[index].contains(Fact::Empty); }
  [[nodiscard]] bool is_empty_by(const Node& node, const std::vector<Facts>& values) const {
    if (extent_of(node) == SetExtent::NoEvent) return true;
    const bool a = values[node.a].contains(Fact::Empty);
    const bool b = values[node.b].contains(Fact::Empty);
    switch (node.operation) {
      case Operation::Empty: return true;
      case Operation::Union: return a && b;
      case Operation::Intersection:
      case Operation::Sequence:
      case Operation::RestrictDomain:
      case Operation::RestrictRange:
      case Operation::Product: return a || b;
      case Operation::Difference:
      case Operation::Plus:
      case Operation::Inverse:
      case Operation::Identity:
      case Operation::Domain:
      case Operation::Range: return a;
      case Operation::Base:
      case Operation::Complement:
      case Operation::Optional:
      case Operation::Variable:
      case Operation::Fixpoint: return false;
    }
    return false;
  }

  [[nodiscard]] bool is_everything(NodeIndex moved) const {
    const Node& node = builder_[moved];
    return node.operation == Operation::Base && node.base == Base::All;
  }
  // Returns the node in the new code. Its operands are there.
  NodeIndex moved(NodeIndex index) {
    const Node& node = code_.nodes[index];
    if (extent_of(node) == SetExtent::EveryEvent) return builder_.base(Base::All);
    const NodeIndex a = moved_[node.a];
    const NodeIndex b = moved_[node.b];
    switch (node.operation) {
      case Operation::Base: return builder_.base(node.base);
      case Operation::Empty: return builder_.empty(node.kind);
      case Operation::RestrictDomain:
        return is_everything(a) ? b : builder_.binary(node.operation, a, b);
      case Operation::RestrictRange:
        return is_everything(b) ? a : builder_.binary(node.operation, a, b);
      case Operation::Optional:
        return is_empty(node.a) ? builder_.unary(Operation::Identity, builder_.base(Base::All))
                                : builder_.unary(node.operation, a);
      case Operation::Variable: return builder_.variable(group(node.group), node.component);
      case Operation::Fixpoint: return closed(node.group)[node.component];
      default:
        return operand_count(node.operation) == 1 ? builder_.unary(node.operation, a)
                                                  : builder_.binary(node.operation, a, b);
    }
  }

  // ---- let rec

  struct Group {
    std::optional<std::uint32_t> number;  // in the new code
    std::vector<NodeIndex> results;
  };
  std::uint32_t group(std::uint32_t old) {
    std::optional<std::uint32_t>& number = groups_[old].number;
    if (!number) {
      std::vector<ValueKind> kinds;
      for (const NodeIndex each : code_.groups[old].variables) {
        kinds.push_back(code_.nodes[each].kind);
      }
      number = builder_.open_group(kinds);
    }
    return *number;
  }
  const std::vector<NodeIndex>& closed(std::uint32_t old) {
    std::vector<NodeIndex>& results = groups_[old].results;
    if (results.empty()) {
      std::vector<NodeIndex> bodies;
      for (const NodeIndex each : code_.groups[old].bodies) bodies.push_back(moved_[each]);
      results = builder_.close_group(group(old), std::move(bodies));
    }
    return results;
  }

  const Code& code_;
  const std::function<SetExtent(NodeIndex)>& extent_of_;
  std::vector<NodeIndex> nodes_;
  std::vector<Group> groups_;
  std::vector<Facts> empty_;
  std::vector<NodeIndex> moved_;  // by old node
  CodeBuilder builder_;
};

}  // namespace

Code specialised(const Code& code, const std::function<SetExtent(NodeIndex)>& extent_of) {
  return Specialiser(code, extent_of).run();
}

}  // namespace drover::cat
