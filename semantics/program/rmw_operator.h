#pragma once

#include <optional>

#include "semantics/program/expression.h"
#include "semantics/program/program.h"

namespace drover {

// How the new value of a read-modify-write comes of the old one and the operand; nothing for an
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

// The new value.
[[nodiscard]] inline Value apply(RmwOperator op, Value old, Value operand) {
  const std::optional<Operator> combine = operator_of(op);
  return combine ? apply_binary(*combine, old, operand).value : operand;
}

}  // namespace drover
