#include <limits>

#include "semantics/lower/c/c_thread.h"

namespace drover::lowering {

namespace {

constexpr Value SignBit = std::numeric_limits<Value>::min();

}  // namespace

// [C11 6.3.1.3]: the value in the range of the type that is equal modulo a power of two.
ExprId CThreadLowering::wrap(ExprId value, c::TypeId to) {
  const unsigned bits = types().bits_of(to);
  if (bits == 64) return value;
  if (types().is_unsigned(to)) {
    const Value mask = (Value{1} << bits) - 1;
    return folding_.binary(Operator::BitAnd, value, mask);
  }
  return wrap_signed(value, bits);
}

ExprId CThreadLowering::wrap_signed(ExprId value, unsigned bits) {
  const ExprId count = constant(64 - static_cast<Value>(bits));
  const ExprId up = folding_.binary(Operator::ShiftLeft, value, count);
  return folding_.binary(Operator::ShiftRight, up, count);
}

ExprId CThreadLowering::truth(ExprId value) {
  return folding_.binary(Operator::NotEqual, value, 0);
}

ExprId CThreadLowering::convert(ExprId value, c::TypeId from, c::TypeId to) {
  if (types().is_void(to) || from == to) return value;
  if (types().kind(to) == c::TypeKind::Bool) {
    return types().kind(from) == c::TypeKind::Bool ? value : truth(value);
  }
  const unsigned from_bits = types().bits_of(from);
  const unsigned to_bits = types().bits_of(to);
  const bool keeps_value = types().is_unsigned(from) == types().is_unsigned(to)
                               ? from_bits <= to_bits
                               : types().is_unsigned(from) && from_bits < to_bits;
  return keeps_value ? value : wrap(value, to);
}

ExprId CThreadLowering::scaled(ExprId value, Value scale) {
  if (scale == 1) return value;
  return folding_.binary(Operator::Multiply, value, scale);
}

// [C11 6.5.7]
ExprId CThreadLowering::shift(Operator op, ExprId left, ExprId right, c::TypeId type) {
  const auto bits = static_cast<Value>(types().bits_of(type));
  const ExprId count = folding_.guarded(Guard::Shift, bits, right);
  const bool is_unsigned = types().is_unsigned(type);
  const ExprId shifted = bits == 64 && context_.has_pointers_as_numbers
                             ? folding_.binary_of_address(op, left, count)
                             : folding_.binary(op, left, count);
  if (op == Operator::ShiftLeft) {
    if (is_unsigned) return wrap(shifted, type);
    // `1 << 31`, as a constant, is undefined in C, but compilers and programs take it for the sign
    // bit, likewise `0xffLL << 56`: no bits are lost.
    const auto number = known(left);
    const auto by = known(count);
    const bool is_kept = number && by && *number >= 0 && *by > 0 && *by < bits &&
                         static_cast<std::uint64_t>(*number) >> (bits - *by) == 0;
    if (is_kept) return wrap(shifted, type);
    // For 64 bits, a checked product detects lost bits.
    const ExprId factor = folding_.binary(Operator::ShiftLeft, constant(1), count);
    const ExprId kept =
        bits < 64 ? shifted : folding_.binary(Operator::MultiplyChecked, left, factor);
    return folding_.guarded(Guard::Shifted, bits, kept);
  }
  if (!is_unsigned || bits < 64) return shifted;
  // The sign must not be shifted in: the mask keeps the original bits.
  const ExprId ones = folding_.binary(Operator::ShiftRight, constant(SignBit), count);
  const ExprId mask =
      folding_.unary(Operator::Complement, folding_.binary(Operator::ShiftLeft, ones, 1));
  return folding_.binary(Operator::BitAnd, shifted, mask);
}

ExprId CThreadLowering::arithmetic(Operator op, ExprId left, ExprId right, c::TypeId type) {
  const bool is_unsigned = types().is_unsigned(type);
  const bool is_wide = types().bits_of(type) == 64;
  const auto unless_overflow = [&](Operator checked) {
    const ExprId result = folding_.binary(is_wide && !is_unsigned ? checked : op, left, right);
    if (is_wide) return result;
    if (is_unsigned) return wrap(result, type);
    return folding_.guarded(Guard::Signed, static_cast<Value>(types().bits_of(type)), result);
  };
  const auto of_bits = [&] {
    return is_wide && context_.has_pointers_as_numbers ? folding_.binary_of_address(op, left, right)
                                                       : folding_.binary(op, left, right);
  };
  switch (op) {
    case Operator::Add:
      return is_wide && is_unsigned ? of_bits() : unless_overflow(Operator::AddChecked);
    case Operator::Subtract: return unless_overflow(Operator::SubtractChecked);
    case Operator::Multiply: return unless_overflow(Operator::MultiplyChecked);
    case Operator::Divide:
    case Operator::Remainder: return quotient(op, left, right, type);
    case Operator::BitAnd:
    case Operator::BitXor:
    case Operator::BitOr: return of_bits();
    case Operator::ShiftLeft:
    case Operator::ShiftRight: return shift(op, left, right, type);
    default: return comparison(op, left, right, type);
  }
}

// [C11 6.5.5p6]: the remainder is undefined if the quotient does not fit.
ExprId CThreadLowering::quotient(Operator op, ExprId left, ExprId right, c::TypeId type) {
  const bool is_quotient = op == Operator::Divide;
  const bool is_wide = types().bits_of(type) == 64;
  if (types().is_unsigned(type)) {
    if (!is_wide) return folding_.binary(op, left, right);
    return folding_.binary(is_quotient ? Operator::UnsignedDivide : Operator::UnsignedRemainder,
                           left, right);
  }
  const ExprId result = folding_.binary(op, left, right);
  // Division by -1 negates; the least value has no negation.
  if (const auto divisor = known(right); divisor && *divisor != -1) return result;
  const auto bits = static_cast<Value>(types().bits_of(type));
  const ExprId zero = constant(0);
  const ExprId negated = is_wide ? folding_.binary(Operator::SubtractChecked, zero, left)
                                 : folding_.guarded(Guard::Signed, bits, difference(zero, left));
  const ExprId by_minus_one =
      is_quotient ? negated : folding_.binary(Operator::Multiply, negated, zero);
  return folding_.select(is_equal(right, -1), by_minus_one, result);
}

// Maps the order of unsigned numbers to that of signed ones.
ExprId CThreadLowering::sign_flipped(ExprId value) {
  return folding_.binary(Operator::BitXor, value, SignBit);
}

ExprId CThreadLowering::is_below(ExprId a, ExprId b) {
  return is_less(sign_flipped(a), sign_flipped(b));
}

ExprId CThreadLowering::comparison(Operator op, ExprId left, ExprId right, c::TypeId type) {
  const bool is_order = op != Operator::Equal && op != Operator::NotEqual;
  const bool is_wide_unsigned =
      types().is_integer(type) && types().is_unsigned(type) && types().bits_of(type) == 64;
  if (is_order && is_wide_unsigned) {
    left = sign_flipped(left);
    right = sign_flipped(right);
  }
  return folding_.binary(op, left, right);
}

}  // namespace drover::lowering
