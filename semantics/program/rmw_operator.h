#pragma once

#include <optional>

#include "semantics/program/expression.h"
#include "support/rmw_operator.h"

namespace drover {

// How the new value of a read-modify-write follows from the old one and the operand; none for an
// exchange, which forgets the old one.
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

// Whether, of two whose results nobody looks at, it does not matter which comes first.
[[nodiscard]] constexpr bool is_addition(RmwOperator op) {
  return op == RmwOperator::Add || op == RmwOperator::Subtract;
}

// Whether it keeps the value exactly if its operand is 0, whatever the value.
[[nodiscard]] constexpr bool keeps_with_zero_only(RmwOperator op) {
  return is_addition(op) || op == RmwOperator::Xor;
}

// The new value.
[[nodiscard]] inline Value apply(RmwOperator op, Value old, Value operand) {
  const std::optional<Operator> combine = operator_of(op);
  return combine ? apply_binary(*combine, old, operand).value : operand;
}

}  // namespace drover
