#include "frontend/suggestion.h"
#include "litmus/dialects/aarch64/writer.h"

namespace drover::litmus::aarch64 {

void Writer::expect_at_most(std::size_t count) {
  if (instruction().operands.size() > count) refuse_operands();
}

Register Writer::reg(const Operand& given) {
  if (given.kind != OperandKind::Name) refuse_operands();
  std::optional<Register> found = parse_register(given.name);
  // A state may name the zero register.
  if (found && found->is_zero()) register_of("XZR");
  if (found) return *std::move(found);
  const std::string upper = upper_case(given.name);
  const bool is_vector = upper.size() > 1 && is_decimal(upper.substr(1, 1)) &&
                         std::string_view("VQDSHBZP").find(upper[0]) != std::string_view::npos;
  if (is_vector) {
    sink().report(DiagnosticKind::LitmusUnsupported, given.range,
                  {format("the vector register `{}`", given.name)});
    refuse_silently();
  }
  refuse(format("unknown register `{}`", given.name), given.range,
         assembly().has_global(given.name)
             ? Hint(format("put the address of `{0}` into a register, `{1}:X9={0}` in the initial "
                           "state, and write `[X9]`",
                           given.name, thread().number))
             : aarch64::hint_on_register(given.name));
}

Value Writer::number_below(std::size_t index, Value bound) {
  const Value found = number(index);
  if (found >= 0 && found < bound) return found;
  refuse(format("{} is not between 0 and {}", found, bound - 1), operand(index).range);
}

ExprId Writer::read(const Register& source) {
  if (source.is_zero()) return constant(0);
  return low_bits(value_of(register_of(source.name)), source.bits);
}

void Writer::write(const Register& target, ExprId value) {
  if (target.is_zero()) return;
  changed_.insert(target.name);
  assign(register_of(target.name), low_bits(value, target.bits));
}

ExprId Writer::extended(const Operand& source, const Operand* extension) {
  const Register given = reg(source);
  if (extension == nullptr) return read(given);
  const std::string word = upper_case(extension->name);
  const auto amount =
      static_cast<unsigned>(extension->kind == OperandKind::Shift ? extension->number : Value{0});
  if (amount > 63) refuse(format("{} is not between 0 and 63", amount), extension->range);
  const ExprId value = given.is_zero() ? constant(0) : value_of(register_of(given.name));
  const auto shifted = [&](ExprId extended_value) { return shift_left(extended_value, amount); };
  if (word == "SXTW") return shifted(signed_bits(value, 32));
  if (word == "UXTW") return shifted(low_bits(value, 32));
  if (word == "SXTH") return shifted(signed_bits(value, 16));
  if (word == "UXTH") return shifted(low_bits(value, 16));
  if (word == "SXTB") return shifted(signed_bits(value, 8));
  if (word == "UXTB") return shifted(low_bits(value, 8));
  if (word == "SXTX" || word == "UXTX") return shifted(value);
  if (word == "LSL") return shifted(read(given));
  if (word == "LSR") return shift_right(read(given), amount);
  if (word == "ASR") {
    return binary(Operator::ShiftRight, signed_bits(value, given.bits), constant(amount));
  }
  if (word == "ROR") return rotated(read(given), constant(amount), given.bits);
  Hint hint = did_you_mean(word, extension_names());
  hint.misspelt = extension->name;
  refuse(format("unknown extension `{}`", extension->name), extension->range, hint);
}

ExprId Writer::flexible(std::size_t index, unsigned bits) {
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

Writer::Address Writer::address(std::size_t index) {
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

void Writer::check_size(std::size_t index, unsigned bits) {
  const Operand& memory = operand(index);
  if (memory.kind != OperandKind::Memory || memory.parts.size() != 1) return;
  const Register base = reg(memory.parts[0]);
  const auto& known = assembly().initial_registers(thread().number);
  const auto found = known.find(base.name);
  if (found == known.end() || changed_.contains(base.name)) return;
  if (assembly().note_access_size(found->second, bits) &&
      bits <= assembly().largest_access(found->second)) {
    return;
  }
  sink()
      .report(
          DiagnosticKind::LitmusUnsupported, instruction().range,
          {format("an access of {} bits to a location that is accessed with another size", bits)})
      .with_hint("a location is one cell here: use one size for all accesses to it");
}

void Writer::write_back(const Address& address) {
  if (address.written_back) assign(address.written_back->first, address.written_back->second);
}

unsigned Writer::access_bits(const Register& data) const {
  return info_->bits != 0 ? info_->bits : data.bits;
}

TagSet Writer::read_tags() const {
  TagSet tags;
  if (info_->acquires) tags.insert(Tag::Acquire);
  if (info_->acquires_pc) tags.insert(Tag::AcquirePc);
  return tags;
}

TagSet Writer::write_tags() const { return info_->releases ? TagSet::of(Tag::Release) : TagSet(); }

ExprId Writer::rotated(ExprId value, ExprId count, unsigned bits) {
  const ExprId mask = constant(bits - 1);
  const ExprId right = bit_and(count, mask);
  const ExprId left = bit_and(binary(Operator::Subtract, constant(bits), right), mask);
  return bit_or(shift_right(value, right),
                low_bits(binary(Operator::ShiftLeft, value, left), bits));
}

}  // namespace drover::litmus::aarch64
