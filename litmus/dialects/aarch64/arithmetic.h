#pragma once

#include "litmus/dialects/aarch64/operands.h"

namespace drover::litmus::aarch64 {

// Arithmetic on registers, and the flags.
class Arithmetic : public Operands {
 public:
  using Operands::Operands;

  enum Flag : Value { Negative = 8, Zero = 4, Carry = 2, Overflow = 1 };
  RegisterId flags() { return hidden_register("NZCV"); }

  void set_flags(Operation op, ExprId left, ExprId right, ExprId result, unsigned bits) {
    const auto flag = [&](ExprId holds, Flag value) {
      return select(holds, constant(value), constant(0));
    };
    const ExprId top = constant(static_cast<Value>(std::uint64_t{1} << (bits - 1)));
    const auto has_top = [&](ExprId value) {
      return binary(Operator::NotEqual, bit_and(value, top), constant(0));
    };
    ExprId all = bit_or(flag(has_top(result), Negative), flag(equal(result, constant(0)), Zero));
    if (op == Operation::Add) {
      all = bit_or(all, flag(unsigned_less(result, left), Carry));
      const ExprId overflow =
          bit_and(unary(Operator::Complement, bit_xor(left, right)), bit_xor(left, result));
      all = bit_or(all, flag(has_top(overflow), Overflow));
    } else if (op == Operation::Subtract) {
      all = bit_or(all, flag(unary(Operator::Not, unsigned_less(left, right)), Carry));
      const ExprId overflow = bit_and(bit_xor(left, right), bit_xor(left, result));
      all = bit_or(all, flag(has_top(overflow), Overflow));
    }
    assign(flags(), all);
  }

  void arithmetic(const Register& target, ExprId left, ExprId right, unsigned bits) {
    if (!info_->sets_flags) {
      write(target, applied(info_->op, left, right, bits));
      return;
    }
    const ExprId first = kept(left);
    const ExprId second = kept(right);
    const ExprId result = kept(low_bits(applied(info_->op, first, second, bits), bits));
    set_flags(info_->op, first, second, result, bits);
    write(target, result);
  }

  // d, n, m or #k; d, n, m are registers, k is a number
  void binary_operation() {
    const Register target = reg(0);
    const Register left = reg(1);
    arithmetic(target, read(left), flexible(2, target.bits), target.bits);
  }

  // n, m: as binary_operation, for the flags alone
  void compare() {
    const Register left = reg(0);
    arithmetic(Register{"", left.bits}, read(left), flexible(1, left.bits), left.bits);
  }

  // d, m
  void negate() {
    const Register target = reg(0);
    arithmetic(target, constant(0), flexible(1, target.bits), target.bits);
  }

  // d, n, m and the carry
  void add_carry() {
    expect_at_most(3);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    const ExprId left = kept(read(1));
    const bool subtracts = info_->op == Operation::Subtract;
    const ExprId right =
        kept(subtracts ? low_bits(unary(Operator::Complement, read(2)), bits) : read(2));
    const ExprId carry =
        kept(select(bit_and(value_of(flags()), constant(Carry)), constant(1), constant(0)));
    const ExprId result = kept(low_bits(add(add(left, right), carry), bits));
    if (info_->sets_flags) {
      set_flags(Operation::And, left, right, result, bits);
      const ExprId top = constant(static_cast<Value>(std::uint64_t{1} << (bits - 1)));
      const ExprId overflow = bit_and(
          bit_and(unary(Operator::Complement, bit_xor(left, right)), bit_xor(left, result)), top);
      // With a carry in, an equal result is a wrap-around too.
      const ExprId wraps = select(carry, unary(Operator::Not, unsigned_less(left, result)),
                                  unsigned_less(result, left));
      assign(flags(), bit_or(bit_or(value_of(flags()), select(wraps, constant(Carry), constant(0))),
                             select(overflow, constant(Overflow), constant(0))));
    }
    write(target, result);
  }

  // d, n, m or #k
  void shift() {
    expect_at_most(3);
    const Register target = reg(0);
    const ExprId value = read(1);
    const ExprId count =
        operand(2).kind == OperandKind::Number ? constant(number_below(2, target.bits)) : read(2);
    write(target, info_->op == Operation::Other ? rotated(value, count, target.bits)
                                                : applied(info_->op, value, count, target.bits));
  }

  // Moves `width` bits of the second register from bit `from` to bit `to`. The other bits are 0, or
  // above copies of the sign; in an insertion they stay.
  void move_bits(unsigned from, unsigned width, unsigned to) {
    const Register target = reg(0);
    const ExprId source = read(1);
    const ExprId field = from == 0 ? source : shift_right(source, from);
    if (info_->is_negated) {
      const ExprId mask =
          constant(static_cast<Value>(static_cast<std::uint64_t>(mask_of(width)) << to));
      return write(target, bit_or(bit_and(read(target), unary(Operator::Complement, mask)),
                                  bit_and(shift_left(field, to), mask)));
    }
    const ExprId cut = info_->is_signed ? signed_bits(field, width) : low_bits(field, width);
    write(target, shift_left(cut, to));
  }

  // UBFM, SBFM and BFM: bits r … s move to the bottom, or bits 0 … s move up by bits - r.
  void bit_field() {
    expect_at_most(4);
    const unsigned bits = reg(0).bits;
    const unsigned rotate = number_below(2, bits);
    const unsigned last = number_below(3, bits);
    if (last >= rotate) return move_bits(rotate, last - rotate + 1, 0);
    move_bits(0, last + 1, bits - rotate);
  }

  // d, n, #lsb, #width: UBFX, SBFX and BFXIL read the bits, UBFIZ, SBFIZ and BFI write them.
  void bit_extract() {
    expect_at_most(4);
    const unsigned bits = reg(0).bits;
    const unsigned first = number_below(2, bits);
    const unsigned width = number_below(3, Value{bits} - first + 1);
    const bool is_moved_up = mnemonic().find("BFI") != std::string::npos;
    if (is_moved_up) return move_bits(0, width, first);
    move_bits(first, width, 0);
  }

  // d, n, m, #lsb: EXTR takes a register from bit lsb of the pair n:m.
  void extract() {
    expect_at_most(4);
    const Register target = reg(0);
    if (reg(1).bits != target.bits || reg(2).bits != target.bits) refuse_operands();
    const unsigned from = number_below(3, target.bits);
    const ExprId low = shift_right(read(2), from);
    write(target, from == 0 ? low : bit_or(low, shift_left(read(1), target.bits - from)));
  }

  // d, n
  void extend() {
    expect_at_most(2);
    const ExprId value = read(1);
    write(reg(0),
          info_->is_signed ? signed_bits(value, info_->bits) : low_bits(value, info_->bits));
  }

  // Swaps each group of `bits` bits with its neighbour.
  ExprId swapped(ExprId value, std::uint64_t low_mask, unsigned bits) {
    const ExprId mask = constant(static_cast<Value>(low_mask));
    const ExprId kept_value = kept(value);
    return bit_or(bit_and(shift_right(kept_value, bits), mask),
                  shift_left(bit_and(kept_value, mask), bits));
  }

  ExprId counted_bits(ExprId value) {
    ExprId sum = constant(0);
    const ExprId kept_value = kept(value);
    for (unsigned i = 0; i < 64; ++i) {
      sum = add(sum, bit_and(shift_right(kept_value, i), constant(1)));
    }
    return sum;
  }

  ExprId leading_zeros(ExprId value, unsigned bits) {
    ExprId smeared = value;
    for (const unsigned step : {1U, 2U, 4U, 8U, 16U, 32U}) {
      const ExprId before = kept(smeared);
      smeared = bit_or(before, shift_right(before, step));
    }
    return binary(Operator::Subtract, constant(bits), counted_bits(smeared));
  }

  ExprId reversed_bytes(ExprId value, unsigned group) {
    ExprId out = swapped(value, 0x00ff00ff00ff00ffU, 8);
    if (group >= 32) out = swapped(out, 0x0000ffff0000ffffU, 16);
    if (group >= 64) out = swapped(out, 0x00000000ffffffffU, 32);
    return out;
  }

  // d, n: ABS, RBIT, REV…, CLZ, CNT
  void one_source() {
    expect_at_most(2);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    const ExprId value = kept(read(1));
    switch (info_->bit_op) {
      case BitOperation::Absolute: {
        const ExprId number = signed_bits(value, bits);
        write(target, select(binary(Operator::Less, number, constant(0)),
                             unary(Operator::Negate, number), number));
        break;
      }
      case BitOperation::ReverseBits: {
        ExprId out = swapped(value, 0x5555555555555555U, 1);
        out = swapped(out, 0x3333333333333333U, 2);
        out = swapped(out, 0x0f0f0f0f0f0f0f0fU, 4);
        write(target, reversed_bytes(out, bits));
        break;
      }
      case BitOperation::ReverseBytes: write(target, reversed_bytes(value, bits)); break;
      case BitOperation::ReverseBytes16: write(target, reversed_bytes(value, 16)); break;
      case BitOperation::ReverseBytes32: write(target, reversed_bytes(value, 32)); break;
      case BitOperation::LeadingZeros: write(target, leading_zeros(value, bits)); break;
      case BitOperation::LeadingSigns: {
        const ExprId number = signed_bits(value, bits);
        const ExprId folded =
            low_bits(bit_xor(number, binary(Operator::ShiftRight, number, constant(63))), bits);
        write(target, binary(Operator::Subtract, leading_zeros(folded, bits), constant(1)));
        break;
      }
      default: write(target, counted_bits(value)); break;
    }
  }

  // SMAX, SMIN, UMAX, UMIN
  void two_source() {
    const Register target = reg(0);
    const ExprId left = kept(read(1));
    const ExprId right = kept(flexible(2, target.bits));
    write(target, applied(info_->op, left, right, target.bits));
  }

  ExprId factor(std::size_t index) {
    const ExprId value = read(index);
    if (info_->bits == 0) return value;
    return info_->is_signed ? signed_bits(value, 32) : low_bits(value, 32);
  }

  // d, n, m; MADD, MSUB: d, n, m, a
  void multiply() {
    const bool has_sum =
        mnemonic().find("ADD") != std::string::npos || mnemonic().find("SUB") != std::string::npos;
    expect_at_most(has_sum ? 4 : 3);
    const ExprId product = binary(Operator::Multiply, factor(1), factor(2));
    const ExprId start = has_sum ? read(3) : constant(0);
    write(reg(0), binary(info_->is_negated ? Operator::Subtract : Operator::Add, start, product));
  }

  // Computes the high word from products of halves.
  void multiply_high() {
    expect_at_most(3);
    const ExprId a = kept(read(1));
    const ExprId b = kept(read(2));
    const ExprId a0 = kept(low_bits(a, 32));
    const ExprId b0 = kept(low_bits(b, 32));
    const ExprId a1 = kept(shift_right(a, 32));
    const ExprId b1 = kept(shift_right(b, 32));
    const auto times = [&](ExprId x, ExprId y) { return binary(Operator::Multiply, x, y); };
    const ExprId middle = kept(add(times(a1, b0), shift_right(times(a0, b0), 32)));
    const ExprId other = kept(add(times(a0, b1), low_bits(middle, 32)));
    ExprId high = add(times(a1, b1), add(shift_right(middle, 32), shift_right(other, 32)));
    if (info_->is_signed) {
      const auto if_negative = [&](ExprId x, ExprId y) {
        return bit_and(binary(Operator::ShiftRight, x, constant(63)), y);
      };
      high = binary(Operator::Subtract, high, add(if_negative(a, b), if_negative(b, a)));
    }
    write(reg(0), high);
  }

  void divide() {
    expect_at_most(3);
    const Register target = reg(0);
    const unsigned bits = target.bits;
    if (info_->is_signed) {
      const ExprId divisor = kept(signed_bits(read(2), bits));
      write(target, select(divisor, binary(Operator::Divide, signed_bits(read(1), bits), divisor),
                           constant(0)));
      return;
    }
    const ExprId a = kept(read(1));
    const ExprId b = kept(read(2));
    // Divides half of the dividend, doubles the quotient, and corrects it by the rest.
    const ExprId doubled = shift_left(binary(Operator::Divide, shift_right(a, 1), b), 1);
    const ExprId rest = binary(Operator::Subtract, a, binary(Operator::Multiply, doubled, b));
    const ExprId small = add(doubled, select(unsigned_less(rest, b), constant(0), constant(1)));
    const ExprId large = select(unsigned_less(a, b), constant(0), constant(1));
    const ExprId quotient = select(binary(Operator::Less, b, constant(0)), large, small);
    write(target, select(b, quotient, constant(0)));
  }

  // ---- Moves

  void move() {
    expect_at_most(2);
    const Register target = reg(0);
    if (operand(1).kind == OperandKind::Number) {
      write(target, constant(operand(1).number));
    } else {
      write(target, read(1));
    }
  }

  // Returns the number of a wide move and its shift.
  std::pair<Value, unsigned> wide_number() {
    expect_at_most(3);
    const Value value = number(1);
    if (instruction().operands.size() < 3) return {value, 0};
    const Operand& shift = operand(2);
    if (shift.kind != OperandKind::Shift || upper_case(shift.name) != "LSL") refuse_operands();
    return {value, static_cast<unsigned>(shift.number & 63)};
  }

  // MOVZ, MOVK, MOVN
  void move_wide() {
    const Register target = reg(0);
    const auto [value, up] = wide_number();
    const auto shifted = static_cast<Value>(static_cast<std::uint64_t>(value) << up);
    if (mnemonic() == "MOVZ") return write(target, constant(shifted));
    if (mnemonic() == "MOVN") return write(target, constant(~shifted));
    const auto hole = static_cast<Value>(~(std::uint64_t{0xffff} << up));
    write(target, bit_or(bit_and(read(target), constant(hole)), constant(shifted)));
  }

  // d, m
  void complement() {
    const Register target = reg(0);
    write(target, unary(Operator::Complement, flexible(1, target.bits)));
  }
};

}  // namespace drover::litmus::aarch64
