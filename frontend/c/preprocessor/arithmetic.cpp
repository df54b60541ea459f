#include "frontend/c/preprocessor/arithmetic.h"

#include <limits>

namespace drover::c {

namespace {

// Returns the result without wrapping, of operators on which it may be out of the range of a type.
std::optional<std::int64_t> exact(Operator op, std::int64_t left, std::int64_t right) {
  switch (op) {
    case Operator::Add: return applied(Operator::AddChecked, left, right);
    case Operator::Subtract: return applied(Operator::SubtractChecked, left, right);
    case Operator::Multiply: return applied(Operator::MultiplyChecked, left, right);
    case Operator::Divide:
    case Operator::Remainder: return right == -1 ? applied(Operator::SubtractChecked, 0, left) : 0;
    default: return 0;
  }
}

}  // namespace

std::optional<std::int64_t> folded(Operator op, std::int64_t left, std::int64_t right,
                                   bool is_unsigned) {
  constexpr std::int64_t Least = std::numeric_limits<std::int64_t>::min();
  const bool is_division = op == Operator::Divide || op == Operator::Remainder;
  if (!is_unsigned) {
    const bool overflows = is_division && right == -1 && left == Least;
    return overflows ? std::nullopt : applied(op, left, right);
  }
  // Flipping the sign bits maps the unsigned order to the signed one.
  if (is_comparison(op)) return applied(op, left ^ Least, right ^ Least);
  if (op == Operator::ShiftRight && right >= 0 && right <= 63) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(left) >> right);
  }
  if (!is_division) return applied(op, left, right);
  const bool is_quotient = op == Operator::Divide;
  return applied(is_quotient ? Operator::UnsignedDivide : Operator::UnsignedRemainder, left, right);
}

bool overflows(Operator op, std::int64_t left, std::int64_t right, unsigned bits) {
  const auto result = exact(op, left, right);
  if (!result) return true;
  const std::int64_t high = *result >> (bits - 1);
  return high != 0 && high != -1;
}

}  // namespace drover::c
