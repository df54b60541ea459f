// Functions of bits, rotations, and arithmetic that reports an overflow. Values are computed by
// expressions without branches.
#include "semantics/lower/c/c_thread.h"
#include "support/format.h"

namespace drover::lowering {

using c::BitFunction;
using c::Builtin;

ExprId CThreadLowering::shifted_down(ExprId value, Value distance) {
  const ExprId shifted = folding_.binary(Operator::ShiftRight, value, distance);
  const Value kept = static_cast<Value>(~std::uint64_t{0} >> static_cast<unsigned>(distance));
  return folding_.binary(Operator::BitAnd, shifted, kept);
}

// Counts the bits in pairs, in fours, in eights; a product adds up the eights.
ExprId CThreadLowering::set_bits(ExprId value) {
  constexpr Value Ones = 0x0101010101010101;
  const auto masked = [&](ExprId of, Value mask) {
    return folding_.binary(Operator::BitAnd, of, mask);
  };
  const auto shifted = [&](ExprId of, Value distance) {
    return folding_.binary(Operator::ShiftRight, of, distance);
  };
  const ExprId pairs = saved(difference(value, masked(shifted(value, 1), Ones * 0x55)));
  const ExprId fours =
      saved(sum(masked(pairs, Ones * 0x33), masked(shifted(pairs, 2), Ones * 0x33)));
  const ExprId eights = masked(sum(fours, shifted(fours, 4)), Ones * 0x0f);
  return masked(shifted(folding_.binary(Operator::Multiply, eights, Ones), 56), 0x7f);
}

ExprId CThreadLowering::reversed_bytes(ExprId value, std::uint32_t bytes) {
  ExprId reversed = constant(0);
  for (std::uint32_t i = 0; i < bytes; ++i) {
    const ExprId byte = folding_.binary(
        Operator::BitAnd, folding_.binary(Operator::ShiftRight, value, 8 * static_cast<Value>(i)),
        Value{0xff});
    const Value up = 8 * (static_cast<Value>(bytes) - 1 - static_cast<Value>(i));
    reversed =
        folding_.binary(Operator::BitOr, reversed, folding_.binary(Operator::ShiftLeft, byte, up));
  }
  return reversed;
}

ExprId CThreadLowering::bit_function(const c::Node& call) {
  const c::TypeId type = node(call.list[0]).type;
  const unsigned bits = types().bits_of(type);
  const ExprId value = saved(lower_value(call.list[0]));
  const auto number = known(value);
  if (const auto result = number ? applied(call.builtin.bits, *number, bits) : std::nullopt) {
    return constant(*result);
  }
  // The number of zeros above the highest set bit; of 0, all bits.
  const auto leading_zeros = [&](ExprId of) {
    ExprId filled = of;
    for (Value distance = 1; distance < static_cast<Value>(bits); distance *= 2) {
      filled = saved(folding_.binary(Operator::BitOr, filled, shifted_down(filled, distance)));
    }
    return difference(constant(static_cast<Value>(bits)), set_bits(filled));
  };
  const auto fail_if_zero = [&] {
    when(is_equal(value, 0), [&] {
      emit(Fail{"the zeros before or after the bits of 0 are counted, which is undefined",
                ErrorKind::Arithmetic});
    });
  };
  const ExprId below = difference(value, 1);
  switch (call.builtin.bits) {
    case BitFunction::LeadingZeros: fail_if_zero(); return leading_zeros(value);
    case BitFunction::TrailingZeros:
      fail_if_zero();
      return set_bits(saved(
          folding_.binary(Operator::BitAnd, folding_.unary(Operator::Complement, value), below)));
    case BitFunction::FirstSet:
      return folding_.select(truth(value),
                             set_bits(saved(folding_.binary(Operator::BitXor, value, below))),
                             constant(0));
    case BitFunction::SetBits: return set_bits(value);
    case BitFunction::Parity: return folding_.binary(Operator::BitAnd, set_bits(value), Value{1});
    case BitFunction::RedundantSigns: {
      const ExprId sign = folding_.binary(Operator::ShiftRight, value, Value{63});
      return difference(leading_zeros(saved(folding_.binary(Operator::BitXor, value, sign))), 1);
    }
    case BitFunction::ReversedBytes: return reversed_bytes(value, bits / 8);
  }
  return constant(0);
}

ExprId CThreadLowering::rotated(const c::Node& call) {
  const auto bits = static_cast<Value>(types().bits_of(call.type));
  const std::vector<ExprId> values = lower_in_order(call.list);
  const ExprId value = saved(values[0]);
  const ExprId given = values[1];
  const auto distance = [&](ExprId of) {
    return saved(folding_.binary(Operator::BitAnd, of, bits - 1));
  };
  const bool is_left = call.builtin.builtin == Builtin::RotateLeft;
  const ExprId left = distance(is_left ? given : difference(constant(0), given));
  const ExprId right = distance(difference(constant(0), left));
  return folding_.binary(Operator::BitOr, shift(Operator::ShiftLeft, value, left, call.type),
                         shift(Operator::ShiftRight, value, right, call.type));
}

CThreadLowering::Wide CThreadLowering::wide(ExprId value, c::TypeId type) {
  const bool is_positive = types().is_unsigned(type);
  return {
      .high = is_positive ? constant(0) : folding_.binary(Operator::ShiftRight, value, Value{63}),
      .low = value};
}

CThreadLowering::Wide CThreadLowering::exact(Builtin operation, Wide a, Wide b) {
  const auto product = [&](ExprId left, ExprId right) {
    return folding_.binary(Operator::Multiply, left, right);
  };
  if (operation == Builtin::AddOverflows) {
    const ExprId low = saved(sum(a.low, b.low));
    return {.high = saved(sum(sum(a.high, b.high), is_below(low, a.low))), .low = low};
  }
  if (operation == Builtin::SubtractOverflows) {
    const ExprId borrowed = is_below(a.low, b.low);
    return {.high = saved(difference(difference(a.high, b.high), borrowed)),
            .low = saved(difference(a.low, b.low))};
  }
  // The high half of the product of unsigned numbers is a sum of products of their halves.
  constexpr Value Half = 0xffffffff;
  const auto lower = [&](ExprId of) { return folding_.binary(Operator::BitAnd, of, Half); };
  const auto upper = [&](ExprId of) { return shifted_down(of, 32); };
  const ExprId a_low = saved(lower(a.low));
  const ExprId a_high = saved(upper(a.low));
  const ExprId b_low = saved(lower(b.low));
  const ExprId b_high = saved(upper(b.low));
  const ExprId first = saved(sum(product(a_high, b_low), upper(product(a_low, b_low))));
  const ExprId second = saved(sum(product(a_low, b_high), lower(first)));
  const ExprId high = sum(sum(product(a_high, b_high), upper(first)), upper(second));
  return {.high = saved(sum(high, sum(product(a.high, b.low), product(b.high, a.low)))),
          .low = saved(product(a.low, b.low))};
}

ExprId CThreadLowering::lower_overflow(const c::Node& call) {
  const c::NodeId last = call.list[2];
  const bool is_place = types().is_pointer(node(last).type);
  std::vector<ExprId> values = lower_in_order(std::span(call.list).first(2));
  for (ExprId& value : values) value = saved(value);
  std::optional<Place> place;
  if (is_place) {
    place = out_place(last);
    if (!place->reg) place->address = saved(place->address);
  } else {
    lower_unused(last);
  }
  const Wide result = exact(call.builtin.builtin, wide(values[0], node(call.list[0]).type),
                            wide(values[1], node(call.list[1]).type));
  const Wide kept = wide(saved(wrap(result.low, call.computed)), call.computed);
  if (place) store(*place, kept.low, mode_of(place->type));
  return saved(folding_.binary(Operator::Or,
                               folding_.binary(Operator::NotEqual, kept.low, result.low),
                               folding_.binary(Operator::NotEqual, kept.high, result.high)));
}

}  // namespace drover::lowering
