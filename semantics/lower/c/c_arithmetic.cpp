#include <limits>

#include "semantics/lower/c/c_thread.h"

namespace drover::lowering {

namespace {

constexpr Value SignBit = std::numeric_limits<Value>::min();

}  // namespace

// [C11 6.3.1.3]: the value in the range of the type that is equal modulo a power of two.
ExprId CThreadLowering::wrap(ExprId value, c::TypeId to, SourceRange at) {
  const unsigned bits = types().bits_of(to);
  if (bits == 64) return value;
  if (types().is_unsigned(to)) {
    const Value mask = (Value{1} << bits) - 1;
    return folding_.binary(Operator::BitAnd, value, constant(mask, at), at);
  }
  return wrap_signed(value, bits, at);
}

ExprId CThreadLowering::wrap_signed(ExprId value, unsigned bits, SourceRange at) {
  const ExprId count = constant(64 - static_cast<Value>(bits), at);
  const ExprId up = folding_.binary(Operator::ShiftLeft, value, count, at);
  return folding_.binary(Operator::ShiftRight, up, count, at);
}

ExprId CThreadLowering::truth(ExprId value, SourceRange at) {
  return folding_.binary(Operator::NotEqual, value, constant(0, at), at);
}

ExprId CThreadLowering::convert(ExprId value, c::TypeId from, c::TypeId to, SourceRange at) {
  if (types().is_void(to) || from == to) return value;
  if (types().kind(to) == c::TypeKind::Bool) {
    return types().kind(from) == c::TypeKind::Bool ? value : truth(value, at);
  }
  const unsigned from_bits = types().bits_of(from);
  const unsigned to_bits = types().bits_of(to);
  const bool keeps_value = types().is_unsigned(from) == types().is_unsigned(to)
                               ? from_bits <= to_bits
                               : types().is_unsigned(from) && from_bits < to_bits;
  return keeps_value ? value : wrap(value, to, at);
}

ExprId CThreadLowering::scaled(ExprId value, Value scale, SourceRange at) {
  if (scale == 1) return value;
  return folding_.binary(Operator::Multiply, value, constant(scale, at), at);
}

// [C11 6.5.7]
ExprId CThreadLowering::shift(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type,
                              SourceRange at) {
  const auto bits = static_cast<Value>(types().bits_of(type));
  const ExprId count = folding_.guarded(Guard::Shift, bits, right, at);
  const bool is_unsigned = types().is_unsigned(type);
  const auto shifted_by = [&](Operator which) {
    return bits == 64 && context_.has_pointers_as_numbers()
               ? folding_.binary_of_address(which, left, count, at)
               : folding_.binary(which, left, count, at);
  };
  if (op == c::BinaryOperator::ShiftLeft) {
    const ExprId shifted = shifted_by(Operator::ShiftLeft);
    if (is_unsigned) return wrap(shifted, type, at);
    // `1 << 31`, as a constant, is undefined in C, but compilers and programs take it for the sign
    // bit, likewise `0xffLL << 56`: no bits are lost.
    const auto number = known(left);
    const auto by = known(count);
    const bool is_kept = number && by && *number >= 0 && *by > 0 && *by < bits &&
                         static_cast<std::uint64_t>(*number) >> (bits - *by) == 0;
    if (is_kept) return wrap(shifted, type, at);
    // For 64 bits, a checked product detects lost bits.
    const ExprId factor = folding_.binary(Operator::ShiftLeft, constant(1, at), count, at);
    const ExprId kept =
        bits < 64 ? shifted : folding_.binary(Operator::MultiplyChecked, left, factor, at);
    return folding_.guarded(Guard::Shifted, bits, kept, at);
  }
  const ExprId shifted = shifted_by(Operator::ShiftRight);
  if (!is_unsigned || bits < 64) return shifted;
  // The sign must not be shifted in: the mask keeps the original bits.
  const ExprId ones = folding_.binary(Operator::ShiftRight, constant(SignBit, at), count, at);
  const ExprId mask = folding_.unary(
      Operator::Complement, folding_.binary(Operator::ShiftLeft, ones, constant(1, at), at), at);
  return folding_.binary(Operator::BitAnd, shifted, mask, at);
}

ExprId CThreadLowering::arithmetic(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type,
                                   SourceRange at) {
  const bool is_unsigned = types().is_unsigned(type);
  const bool is_wide = types().bits_of(type) == 64;
  const auto made = [&](Operator narrow, Operator wide_signed, Operator wide_unsigned) {
    const Operator which = !is_wide ? narrow : is_unsigned ? wide_unsigned : wide_signed;
    const ExprId result = folding_.binary(which, left, right, at);
    if (is_wide) return result;
    if (is_unsigned) return wrap(result, type, at);
    return folding_.guarded(Guard::Signed, static_cast<Value>(types().bits_of(type)), result, at);
  };
  const auto of_bits = [&](Operator which) {
    return is_wide && context_.has_pointers_as_numbers()
               ? folding_.binary_of_address(which, left, right, at)
               : folding_.binary(which, left, right, at);
  };
  switch (op) {
    case c::BinaryOperator::Add:
      if (is_wide && is_unsigned) return of_bits(Operator::Add);
      return made(Operator::Add, Operator::AddChecked, Operator::Add);
    case c::BinaryOperator::Subtract:
      return made(Operator::Subtract, Operator::SubtractChecked, Operator::Subtract);
    case c::BinaryOperator::Multiply:
      return made(Operator::Multiply, Operator::MultiplyChecked, Operator::Multiply);
    case c::BinaryOperator::Divide:
    case c::BinaryOperator::Remainder: return quotient(op, left, right, type, at);
    case c::BinaryOperator::BitAnd: return of_bits(Operator::BitAnd);
    case c::BinaryOperator::BitXor: return of_bits(Operator::BitXor);
    case c::BinaryOperator::BitOr: return of_bits(Operator::BitOr);
    case c::BinaryOperator::ShiftLeft:
    case c::BinaryOperator::ShiftRight: return shift(op, left, right, type, at);
    default: return comparison(op, left, right, type, at);
  }
}

// [C11 6.5.5p6]: the remainder is undefined if the quotient does not fit.
ExprId CThreadLowering::quotient(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type,
                                 SourceRange at) {
  const bool is_quotient = op == c::BinaryOperator::Divide;
  const bool is_wide = types().bits_of(type) == 64;
  if (types().is_unsigned(type)) {
    if (is_wide) {
      return folding_.binary(is_quotient ? Operator::UnsignedDivide : Operator::UnsignedRemainder,
                             left, right, at);
    }
    return folding_.binary(is_quotient ? Operator::Divide : Operator::Remainder, left, right, at);
  }
  const ExprId result =
      folding_.binary(is_quotient ? Operator::Divide : Operator::Remainder, left, right, at);
  // Division by -1 negates; the least value has no negation.
  if (const auto divisor = known(right); divisor && *divisor != -1) return result;
  const auto bits = static_cast<Value>(types().bits_of(type));
  const ExprId zero = constant(0, at);
  const ExprId negated =
      is_wide ? folding_.binary(Operator::SubtractChecked, zero, left, at)
              : folding_.guarded(Guard::Signed, bits,
                                 folding_.binary(Operator::Subtract, zero, left, at), at);
  const ExprId by_minus_one =
      is_quotient ? negated : folding_.binary(Operator::Multiply, negated, zero, at);
  return folding_.select(folding_.binary(Operator::Equal, right, constant(-1, at), at),
                         by_minus_one, result, at);
}

ExprId CThreadLowering::comparison(c::BinaryOperator op, ExprId left, ExprId right, c::TypeId type,
                                   SourceRange at) {
  const bool is_order = op != c::BinaryOperator::Equal && op != c::BinaryOperator::NotEqual;
  const bool is_wide_unsigned =
      types().is_integer(type) && types().is_unsigned(type) && types().bits_of(type) == 64;
  if (is_order && is_wide_unsigned) {
    // Flipping the sign bits maps the unsigned order to the signed one.
    left = folding_.binary(Operator::BitXor, left, constant(SignBit, at), at);
    right = folding_.binary(Operator::BitXor, right, constant(SignBit, at), at);
  }
  switch (op) {
    case c::BinaryOperator::Less: return folding_.binary(Operator::Less, left, right, at);
    case c::BinaryOperator::LessEqual: return folding_.binary(Operator::LessEqual, left, right, at);
    case c::BinaryOperator::Greater: return folding_.binary(Operator::Greater, left, right, at);
    case c::BinaryOperator::GreaterEqual:
      return folding_.binary(Operator::GreaterEqual, left, right, at);
    case c::BinaryOperator::NotEqual: return folding_.binary(Operator::NotEqual, left, right, at);
    default: return folding_.binary(Operator::Equal, left, right, at);
  }
}

}  // namespace drover::lowering
