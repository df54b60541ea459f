#pragma once

#include <optional>

#include "semantics/program/expression.h"
#include "support/rmw_operator.h"

namespace drover {

// Returns the operator that combines the old value and the operand; none for an exchange, which
// ignores the old value.
[[nodiscard]] constexpr std::optional<Operator> operator_of(RmwOperator op) {
  switch (op) {
    case RmwOperator::Exchange: break;
    case RmwOperator::Add: return Operator::Add;
    case RmwOperator::Subtract: return Operator::Subtract;
    case RmwOperator::And: return Operator::BitAnd;
    case RmwOperator::Or: return Operator::BitOr;
    case RmwOperator::Xor: return Operator::BitXor;
  }
  return std::nullopt;
}

// True for additions and subtractions: those whose results are unused commute.
[[nodiscard]] constexpr bool is_addition(RmwOperator op) {
  return op == RmwOperator::Add || op == RmwOperator::Subtract;
}

// True if the operation leaves a value unchanged if, and only if, its operand is 0.
[[nodiscard]] constexpr bool keeps_with_zero_only(RmwOperator op) {
  return is_addition(op) || op == RmwOperator::Xor;
}

// Returns the value that the operation writes.
[[nodiscard]] inline Value apply(RmwOperator op, Value old, Value operand) {
  const std::optional<Operator> combine = operator_of(op);
  return combine ? apply_binary(*combine, old, operand).value : operand;
}

}  // namespace drover
