#include "explorer/cat/reachable.h"

namespace drover::cat {

std::size_t operand_count(Operation operation) {
  switch (operation) {
    case Operation::Base:
    case Operation::Empty:
    case Operation::Variable:
    case Operation::Fixpoint: return 0;
    case Operation::Complement:
    case Operation::Optional:
    case Operation::Plus:
    case Operation::Inverse:
    case Operation::Identity:
    case Operation::Domain:
    case Operation::Range: return 1;
    case Operation::Union:
    case Operation::Intersection:
    case Operation::Difference:
    case Operation::Sequence:
    case Operation::RestrictDomain:
    case Operation::RestrictRange:
    case Operation::Product: break;
  }
  return 2;
}

std::vector<NodeIndex> operands_of(const Code& code, const Node& node) {
  if (node.operation == Operation::Fixpoint) return code.groups[node.group].bodies;
  switch (operand_count(node.operation)) {
    case 0: return {};
    case 1: return {node.a};
    default: return {node.a, node.b};
  }
}

std::vector<NodeIndex> reachable_nodes(const Code& code, std::span<const NodeIndex> roots) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(code.nodes.size(), Mark::New);
  std::vector<NodeIndex> order;
  std::vector<NodeIndex> stack(roots.rbegin(), roots.rend());
  while (!stack.empty()) {
    const NodeIndex node = stack.back();
    if (marks[node] == Mark::New) {
      marks[node] = Mark::Open;
      const std::vector<NodeIndex> operands = operands_of(code, code.nodes[node]);
      for (auto each = operands.rbegin(); each != operands.rend(); ++each) {
        if (marks[*each] == Mark::New) stack.push_back(*each);
      }
      continue;
    }
    stack.pop_back();
    if (marks[node] == Mark::Open) {
      marks[node] = Mark::Done;
      order.push_back(node);
    }
  }
  return order;
}

}  // namespace drover::cat
