#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/suggestion.h"
#include "litmus/dialects/instruction_writer.h"

// Lowers AArch64 instructions to Program, after the Arm Architecture Reference Manual (DDI 0487),
// part C. A location is one cell, whatever the size of its accesses; values are cut to the access
// size. Registers hold 64 bits; a W register is the low half of an X register.
namespace drover::litmus::aarch64 {

struct Register {
  std::string name;  // of the 64-bit register; empty for the zero register
  unsigned bits = 64;

  [[nodiscard]] bool is_zero() const { return name.empty(); }
};

// Nothing if the text is not a register.
inline std::optional<Register> parse_register(const std::string& text) {
  const std::string name = upper_case(text);
  if (name == "SP") return Register{"SP", 64};
  if (name == "WSP") return Register{"SP", 32};
  if (name == "LR") return Register{"X30", 64};
  if (name == "FP") return Register{"X29", 64};
  if (name[0] == '%' && name.size() > 1) return Register{"X" + text, 64};
  if (name.size() < 2 || (name[0] != 'X' && name[0] != 'W')) return std::nullopt;
  const unsigned bits = name[0] == 'X' ? 64 : 32;
  const std::string number = name.substr(1);
  if (number == "ZR") return Register{"", bits};
  if (number[0] == '%') return Register{"X" + text.substr(1), bits};
  const std::optional<int> known = register_number(name, name[0], 30);
  return known ? std::optional(Register{format("X{}", *known), bits}) : std::nullopt;
}

inline Hint hint_on_register(const std::string& name) {
  const std::optional<Register> found = parse_register(name);
  if (found && found->bits == 32) {
    return format("states refer to whole registers: write `{}`", found->name);
  }
  return "the registers are X0 … X30, SP, and W0 … W30 for their low halves";
}

class Writer;

// Operations on one operand; of Select, on the second.
enum class BitOperation : std::uint8_t {
  None,
  Absolute,
  ReverseBits,
  ReverseBytes,
  ReverseBytes16,
  ReverseBytes32,
  LeadingZeros,
  LeadingSigns,
  CountBits,
  Increment,
  Invert,
  Negate,
};

struct Info {
  void (Writer::*lower)() = nullptr;  // null: the instruction does nothing
  Operation op = Operation::None;     // Other: a rotation
  BitOperation bit_op = BitOperation::None;
  std::uint8_t bits = 0;  // of an access or a source; 0: the size of its register
  bool is_signed = false;
  bool sets_flags = false;
  bool is_negated = false;  // CBNZ, TBNZ, MSUB, MNEG; BFM, BFI: inserts bits
  TagSet read_tags = {};
  TagSet write_tags = {};
  std::string_view operands = {};  // for diagnostics

  [[nodiscard]] Info with(TagSet read, TagSet write = {}) const {
    Info out = *this;
    out.read_tags = read;
    out.write_tags = write;
    return out;
  }
};

// Reads and writes the operands of instructions.
class Operands : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  void expect_at_most(std::size_t count) {
    if (instruction().operands.size() > count) refuse_operands();
  }

  Register reg(const Operand& given) {
    if (given.kind != OperandKind::Name) refuse_operands();
    std::optional<Register> found = parse_register(given.name);
    // A state may name the zero register.
    if (found && found->is_zero()) register_of("XZR");
    if (found) return *std::move(found);
    const std::string upper = upper_case(given.name);
    const bool is_vector = upper.size() > 1 && upper[1] >= '0' && upper[1] <= '9' &&
                           std::string_view("VQDSHBZP").find(upper[0]) != std::string_view::npos;
    if (is_vector) {
      report_unsupported(format("the vector register `{}`", given.name), given.range);
      refuse_silently();
    }
    refuse(
        format("unknown register `{}`", given.name), given.range,
        assembly_.has_global(given.name)
            ? Hint(format("put the address of `{0}` into a register, `{1}:X9={0}` in the initial "
                          "state, and write `[X9]`",
                          given.name, thread().number))
            : aarch64::hint_on_register(given.name));
  }

  Register reg(std::size_t index) { return reg(operand(index)); }

  unsigned number_below(std::size_t index, Value bound) {
    const Value found = number(index);
    if (found >= 0 && found < bound) return static_cast<unsigned>(found);
    refuse(format("{} is not between 0 and {}", found, bound - 1), operand(index).range);
  }

  ExprId read(const Register& source) {
    if (source.is_zero()) return constant(0);
    return low_bits(value_of(register_of(source.name)), source.bits);
  }

  ExprId read(std::size_t index) { return read(reg(index)); }

  void write(const Register& target, ExprId value) {
    if (target.is_zero()) return;
    assign(register_of(target.name), low_bits(value, target.bits));
  }

  // Returns a register, extended and shifted as its last operand says.
  ExprId extended(const Operand& source, const Operand* extension) {
    const Register given = reg(source);
    if (extension == nullptr) return read(given);
    const std::string word = upper_case(extension->name);
    const auto amount =
        static_cast<unsigned>(extension->kind == OperandKind::Shift ? extension->number : Value{0});
    if (amount > 63) refuse(format("{} is not between 0 and 63", amount), extension->range);
    const ExprId value = given.is_zero() ? constant(0) : value_of(register_of(given.name));
    constexpr std::array<std::pair<char, unsigned>, 4> Sizes{
        {{'B', 8}, {'H', 16}, {'W', 32}, {'X', 64}}};
    for (const auto& [size, bits] : Sizes) {
      if (word == format("SXT{}", size)) return shift_left(signed_bits(value, bits), amount);
      if (word == format("UXT{}", size)) return shift_left(low_bits(value, bits), amount);
    }
    if (word == "LSL") return shift_left(read(given), amount);
    if (word == "LSR") return shift_right(read(given), amount);
    if (word == "ASR") {
      return binary(Operator::ShiftRight, signed_bits(value, given.bits), constant(amount));
    }
    if (word == "ROR") return rotated(read(given), constant(amount), given.bits);
    const std::vector<std::string> known =
        words_of("SXTW UXTW SXTH UXTH SXTB UXTB SXTX UXTX LSL LSR ASR ROR");
    Hint hint = did_you_mean(word, known);
    hint.misspelt = extension->name;
    refuse(format("unknown extension `{}`", extension->name), extension->range, hint);
  }

  // Returns a register, possibly shifted, or a number, from operand `index` on.
  ExprId flexible(std::size_t index, unsigned bits) {
    const Operand& given = operand(index);
    const bool has_more = index + 1 < instruction().operands.size();
    if (given.kind == OperandKind::Number) {
      expect_at_most(index + 2);
      Value value = given.number;
      if (has_more) {
        const Operand& shift = operand(index + 1);
        if (shift.kind != OperandKind::Shift || upper_case(shift.name) != "LSL") refuse_operands();
        value = static_cast<Value>(static_cast<std::uint64_t>(value) << (shift.number & 63));
      }
      return low_bits(constant(value), bits);
    }
    expect_at_most(index + 2);
    return low_bits(extended(given, has_more ? &operand(index + 1) : nullptr), bits);
  }

  // An address, and the new value of its base register.
  struct Address {
    ExprId at;
    std::optional<std::pair<RegisterId, ExprId>> written_back = {};
  };
  // Reads `[…]` at `index` and the operands after it.
  Address address(std::size_t index) {
    const Operand& memory = operand(index);
    if (memory.kind != OperandKind::Memory || memory.parts.empty()) refuse_operands();
    expect_at_most(index + 2);
    const Register base = reg(memory.parts[0]);
    if (base.bits != 64) {
      refuse("an address is in an X register", memory.parts[0].range);
    }
    ExprId at = read(base);
    if (memory.parts.size() > 3) refuse_operands();
    if (memory.parts.size() > 1) {
      const Operand& offset = memory.parts[1];
      const bool is_number = offset.kind == OperandKind::Number;
      if (is_number && memory.parts.size() > 2) refuse_operands();
      const ExprId distance =
          is_number ? constant(offset.number)
                    : extended(offset, memory.parts.size() > 2 ? &memory.parts[2] : nullptr);
      at = add(at, distance);
    }
    const bool has_more = index + 1 < instruction().operands.size();
    if (memory.is_written_back) {
      if (has_more) refuse_operands();
      const ExprId moved = kept(at);
      return {moved, std::pair(register_of(base.name), moved)};
    }
    if (!has_more) return {at};
    const Operand& step = operand(index + 1);
    const ExprId before = kept(at);
    const ExprId distance =
        step.kind == OperandKind::Number ? constant(step.number) : read(reg(step));
    return {before, std::pair(register_of(base.name), add(before, distance))};
  }

  void write_back(const Address& address) {
    if (address.written_back) assign(address.written_back->first, address.written_back->second);
  }

  [[nodiscard]] unsigned access_bits(const Register& data) const {
    return info_->bits != 0 ? info_->bits : data.bits;
  }

  ExprId rotated(ExprId value, ExprId count, unsigned bits) {
    const ExprId mask = constant(bits - 1);
    const ExprId right = bit_and(count, mask);
    const ExprId left = bit_and(binary(Operator::Subtract, constant(bits), right), mask);
    return bit_or(shift_right(value, right),
                  low_bits(binary(Operator::ShiftLeft, value, left), bits));
  }

 protected:
  const Info* info_ = nullptr;  // of the current instruction
};

}  // namespace drover::litmus::aarch64
