#include "support/operator.h"

#include "support/check.h"

namespace drover {

static_assert(OperatorTable.size() == static_cast<std::size_t>(Operator::Select) + 1);

std::int64_t apply_unary(Operator op, std::int64_t operand) {
  switch (op) {
    case Operator::Negate: return static_cast<std::int64_t>(-static_cast<std::uint64_t>(operand));
    case Operator::Complement: return ~operand;
    case Operator::Not: return operand == 0 ? 1 : 0;
    default: DROVER_UNREACHABLE("not a unary operator");
  }
}

std::optional<std::int64_t> applied(Operator op, std::int64_t left, std::int64_t right) {
  const auto a = static_cast<std::uint64_t>(left);
  const auto b = static_cast<std::uint64_t>(right);
  const auto wrapped = [](std::uint64_t value) { return static_cast<std::int64_t>(value); };
  std::int64_t result = 0;
  const auto checked = [&](bool overflows) {
    return overflows ? std::nullopt : std::optional(result);
  };
  switch (op) {
    case Operator::Multiply: return wrapped(a * b);
    case Operator::Divide:
      if (right == 0) return std::nullopt;
      return right == -1 ? wrapped(-a) : left / right;
    case Operator::Remainder:
      if (right == 0) return std::nullopt;
      return right == -1 ? 0 : left % right;
    case Operator::Add: return wrapped(a + b);
    case Operator::Subtract: return wrapped(a - b);
    case Operator::ShiftLeft: return b > 63 ? std::nullopt : std::optional(wrapped(a << b));
    case Operator::ShiftRight: return b > 63 ? std::nullopt : std::optional(left >> right);
    case Operator::Less: return left < right;
    case Operator::LessEqual: return left <= right;
    case Operator::Greater: return left > right;
    case Operator::GreaterEqual: return left >= right;
    case Operator::Equal: return left == right;
    case Operator::NotEqual: return left != right;
    case Operator::BitAnd: return left & right;
    case Operator::BitXor: return left ^ right;
    case Operator::BitOr: return left | right;
    case Operator::AddChecked: return checked(__builtin_add_overflow(left, right, &result));
    case Operator::SubtractChecked: return checked(__builtin_sub_overflow(left, right, &result));
    case Operator::MultiplyChecked: return checked(__builtin_mul_overflow(left, right, &result));
    case Operator::UnsignedDivide: return right == 0 ? std::nullopt : std::optional(wrapped(a / b));
    case Operator::UnsignedRemainder:
      return right == 0 ? std::nullopt : std::optional(wrapped(a % b));
    case Operator::And: return left != 0 && right != 0;
    case Operator::Or: return left != 0 || right != 0;
    default: DROVER_UNREACHABLE("not a binary operator");
  }
}

}  // namespace drover
