#include "semantics/lower/folding_expressions.h"

#include "semantics/program/address.h"

namespace drover::lowering {

ExprId FoldingExpressions::added(ExpressionNode node, bool faults) {
  node.source = at;
  const ExprId id = pool_.add(node);
  if (!faults) return id;
  if (may_fault_.size() <= id.value) may_fault_.resize(id.value + 1, 0);
  may_fault_[id.value] = 1;
  return id;
}

ExprId FoldingExpressions::unary(Operator op, ExprId a) {
  if (const auto operand = known(a)) return constant(apply_unary(op, *operand));
  return added({.op = op, .a = a}, may_fault(a));
}

ExprId FoldingExpressions::binary(Operator op, ExprId a, ExprId b) {
  const bool is_logical = op == Operator::And || op == Operator::Or;
  const auto left = known(a);
  const auto right = known(b);
  if (left && right && !is_logical) {
    const Evaluation folded = apply_binary(op, *left, *right);
    if (!folded.faulted) return constant(folded.value);
  }
  const bool faults = may_fault(a) || may_fault(b) || drover::may_fault(op, 0, right);
  return added({.op = op, .a = a, .b = b}, faults);
}

ExprId FoldingExpressions::binary_of_address(Operator op, ExprId a, ExprId b) {
  const auto left = known(a);
  const auto right = known(b);
  if (left && right && !strains_address(op, *left, *right)) return binary(op, a, b);
  return added({.op = op, .index = AddressBits, .a = a, .b = b}, true);
}

ExprId FoldingExpressions::select(ExprId a, ExprId b, ExprId c) {
  if (const auto condition = known(a)) return *condition != 0 ? b : c;
  return added({.op = Operator::Select, .a = a, .b = b, .c = c},
               may_fault(a) || may_fault(b) || may_fault(c));
}

ExprId FoldingExpressions::guarded(Guard guard, Value bound, ExprId a) {
  const ExpressionNode node{
      .op = Operator::Guard, .index = static_cast<std::uint32_t>(guard), .value = bound, .a = a};
  const auto operand = known(a);
  const bool is_test = guard != Guard::Access;
  if (is_test && operand && is_guarded(node, *operand)) return a;
  return added(node, is_test || may_fault(a));
}

ExprId FoldingExpressions::element_address(std::uint32_t object, Value size, ExprId element) {
  const Value index = known(element).value_or(-1);
  if (index >= 0 && index < size) {
    return constant(address::of_object(object, static_cast<std::uint32_t>(index)));
  }
  return added({.op = Operator::ElementAddress, .index = object, .value = size, .a = element},
               true);
}

}  // namespace drover::lowering
