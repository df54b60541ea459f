#include "semantics/lower/folding_expressions.h"

#include "semantics/program/address.h"

namespace drover::lowering {

ExprId FoldingExpressions::unary(Operator op, ExprId a, SourceRange source) {
  if (is_constant(a)) return constant(apply_unary(op, pool_[a].value), source);
  const ExprId id = pool_.unary(op, a, source);
  note_faults(id, may_fault(a));
  return id;
}

ExprId FoldingExpressions::binary(Operator op, ExprId a, ExprId b, SourceRange source) {
  const bool is_logical = op == Operator::And || op == Operator::Or;
  if (is_constant(a) && is_constant(b) && !is_logical) {
    const Evaluation folded = apply_binary(op, pool_[a].value, pool_[b].value);
    if (!folded.faulted) return constant(folded.value, source);
  }
  const ExprId id = pool_.binary(op, a, b, source);
  note_faults(id, may_fault(a) || may_fault(b) || is_risky(op, b));
  return id;
}

ExprId FoldingExpressions::binary_of_address(Operator op, ExprId a, ExprId b, SourceRange source) {
  if (is_constant(a) && is_constant(b) && !strains_address(op, pool_[a].value, pool_[b].value)) {
    return binary(op, a, b, source);
  }
  const ExprId id = pool_.binary(op, a, b, source);
  pool_.check_address_bits(id);
  note_faults(id, true);
  return id;
}

ExprId FoldingExpressions::select(ExprId a, ExprId b, ExprId c, SourceRange source) {
  if (is_constant(a)) return pool_[a].value != 0 ? b : c;
  ExpressionNode node;
  node.op = Operator::Select;
  node.a = a;
  node.b = b;
  node.c = c;
  node.source = source;
  const ExprId id = pool_.add(node);
  note_faults(id, may_fault(a) || may_fault(b) || may_fault(c));
  return id;
}

ExprId FoldingExpressions::guarded(Guard guard, Value bound, ExprId a, SourceRange source) {
  ExpressionNode node;
  node.op = Operator::Guard;
  node.index = static_cast<std::uint32_t>(guard);
  node.value = bound;
  node.a = a;
  node.source = source;
  const bool is_known = guard != Guard::Access && is_constant(a);
  if (is_known && is_guarded(node, pool_[a].value)) return a;
  const ExprId id = pool_.add(node);
  note_faults(id, guard != Guard::Access || may_fault(a));
  return id;
}

ExprId FoldingExpressions::element_address(std::uint32_t object, Value size, ExprId element,
                                           SourceRange source) {
  const Value index = is_constant(element) ? pool_[element].value : -1;
  if (index >= 0 && index < size) {
    return constant(address::of_object(object, static_cast<std::uint32_t>(index)), source);
  }
  ExpressionNode node;
  node.op = Operator::ElementAddress;
  node.index = object;
  node.value = size;
  node.a = element;
  node.source = source;
  const ExprId id = pool_.add(node);
  note_faults(id, true);
  return id;
}

bool FoldingExpressions::is_risky(Operator op, ExprId right) const {
  const bool is_known = is_constant(right);
  const Value value = is_known ? pool_[right].value : 0;
  switch (op) {
    case Operator::AddChecked:
    case Operator::SubtractChecked:
    case Operator::MultiplyChecked: return true;
    case Operator::UnsignedDivide:
    case Operator::UnsignedRemainder:
    case Operator::Divide:
    case Operator::Remainder: return !is_known || value == 0;
    case Operator::ShiftLeft:
    case Operator::ShiftRight: return !is_known || value < 0 || value > 63;
    default: return false;
  }
}

void FoldingExpressions::note_faults(ExprId id, bool faults) {
  if (!faults) return;
  if (may_fault_.size() <= id.value) may_fault_.resize(id.value + 1, 0);
  may_fault_[id.value] = 1;
}

bool FoldingExpressions::may_fault(ExprId id) const {
  return id.value < may_fault_.size() && may_fault_[id.value] != 0;
}

}  // namespace drover::lowering
