// Lowers AArch64 instructions to Program, after the Arm Architecture Reference Manual (DDI 0487),
// part C. A location is one cell, whatever the size of its accesses; values are cut to the access
// size. Registers hold 64 bits; a W register is the low half of an X register.
#include <optional>
#include <string_view>
#include <vector>

#include "litmus/dialects/aarch64/writer.h"
#include "support/format.h"

namespace drover::litmus::aarch64 {

namespace {

const Register Link{"X30", 64};

}  // namespace

// ---- Conditions

ExprId Writer::holds(const std::string& condition, SourceRange at) {
  const auto is_set = [&](Value mask) {
    return binary(Operator::NotEqual, bit_and(value_of(flags()), constant(mask)), constant(0));
  };
  const auto negated = [&](ExprId value) { return unary(Operator::Not, value); };
  if (condition == "EQ") return is_set(Zero);
  if (condition == "NE") return negated(is_set(Zero));
  if (condition == "CS" || condition == "HS") return is_set(Carry);
  if (condition == "CC" || condition == "LO") return negated(is_set(Carry));
  if (condition == "MI") return is_set(Negative);
  if (condition == "PL") return negated(is_set(Negative));
  if (condition == "VS") return is_set(Overflow);
  if (condition == "VC") return negated(is_set(Overflow));
  if (condition == "AL") return constant(1);
  const ExprId is_higher = binary(Operator::And, is_set(Carry), negated(is_set(Zero)));
  if (condition == "HI") return is_higher;
  if (condition == "LS") return negated(is_higher);
  const ExprId is_less = binary(Operator::NotEqual, is_set(Negative), is_set(Overflow));
  if (condition == "LT") return is_less;
  if (condition == "GE") return negated(is_less);
  const ExprId is_at_most = binary(Operator::Or, is_set(Zero), is_less);
  if (condition == "LE") return is_at_most;
  if (condition == "GT") return negated(is_at_most);
  refuse(format("unknown condition `{}`", condition), at,
         "the conditions are EQ, NE, CS, CC, MI, PL, VS, VC, HI, LS, GE, LT, GT and LE");
}

ExprId Writer::condition(std::size_t index) {
  const Operand& given = operand(index);
  if (given.kind != OperandKind::Name) refuse_operands();
  return holds(upper_case(given.name), given.range);
}

ExprId Writer::changed(ExprId value) {
  switch (info_->bit_op) {
    case BitOperation::Increment: return add(value, constant(1));
    case BitOperation::Invert: return unary(Operator::Complement, value);
    case BitOperation::Negate: return unary(Operator::Negate, value);
    default: return value;
  }
}

void Writer::pick(const Register& target, ExprId is_first, ExprId first, ExprId second) {
  const Target here = make_target();
  const Target there = make_target();
  const Target end = make_target();
  branch(is_first, here, there, Flow::Silent);
  const auto put = [&](ExprId value) {
    if (target.is_zero()) return;
    emit(Assign{register_of(target.name), low_bits(value, target.bits), value_of(flags())});
  };
  place(here);
  put(first);
  go_to(end);
  place(there);
  put(second);
  place(end);
}

void Writer::select_one() {
  expect_at_most(4);
  pick(reg(0), condition(3), read(1), changed(read(2)));
}

void Writer::set_if() {
  expect_at_most(2);
  pick(reg(0), condition(1), changed(constant(0)), constant(0));
}

void Writer::change_if() {
  expect_at_most(3);
  pick(reg(0), condition(2), changed(read(1)), read(1));
}

void Writer::compare_if() {
  expect_at_most(4);
  const Register left = reg(0);
  const ExprId right = operand(1).kind == OperandKind::Number ? constant(number(1)) : read(1);
  const ExprId otherwise = constant(number_below(2, 16));
  const Target here = make_target();
  const Target there = make_target();
  const Target end = make_target();
  branch(condition(3), here, there, Flow::Silent);
  place(here);
  const ExprId first = kept(read(left));
  const ExprId second = kept(low_bits(right, left.bits));
  const ExprId result = kept(low_bits(applied(info_->op, first, second, left.bits), left.bits));
  set_flags(info_->op, first, second, result, left.bits);
  go_to(end);
  place(there);
  emit(Assign{flags(), otherwise, value_of(flags())});
  place(end);
}

// ---- Jumps and the rest

std::string Writer::code_text(const Operand& operand, std::size_t at) const {
  switch (operand.kind) {
    case OperandKind::Number: return format("#{}", operand.number);
    case OperandKind::Shift: return format("{} #{}", operand.name, operand.number);
    case OperandKind::Relative: return format(".{:+}", operand.number);
    case OperandKind::Memory: {
      std::string parts;
      for (const Operand& part : operand.parts) {
        parts += (parts.empty() ? "" : ",") + code_text(part, at);
      }
      return format("[{}]{}", parts, operand.is_written_back ? "!" : "");
    }
    default: break;
  }
  const auto& code = thread().code;
  for (std::size_t i = 0; i < code.size(); ++i) {
    if (std::ranges::find(code[i].labels, operand.name) == code[i].labels.end()) continue;
    return format(".{:+}", distance(at, i) * instruction_size());
  }
  return operand.name;
}

Value Writer::distance(std::size_t from, std::size_t to) const {
  Value out = 0;
  for (std::size_t i = std::min(from, to); i < std::max(from, to); ++i) {
    out += thread().code[i].mnemonic.empty() ? 0 : 1;
  }
  return from <= to ? out : -out;
}

void Writer::system_register() {
  expect_at_most(2);
  const bool reads = mnemonic() == "MRS";
  const Operand& name = operand(reads ? 1 : 0);
  if (name.kind != OperandKind::Name || upper_case(name.name) != "NZCV") {
    sink().report(DiagnosticKind::LitmusUnsupported, name.range,
                  {format("the system register `{}`", name.name)});
    return;
  }
  if (reads) {
    write(reg(0), shift_left(value_of(flags()), 28));
  } else {
    assign(flags(), bit_and(shift_right(read(1), 28), constant(15)));
  }
}

void Writer::jump_always() {
  expect_at_most(1);
  jump(operand(0));
}

void Writer::jump_on_condition() {
  expect_at_most(1);
  jump_if(holds(mnemonic().substr(2), instruction().mnemonic_range), operand(0));
}

void Writer::jump_if_zero() {
  expect_at_most(2);
  jump_if(binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, read(0), constant(0)),
          operand(1));
}

void Writer::jump_if_bit() {
  expect_at_most(3);
  const Register source = reg(0);
  const Value bit = number_below(1, source.bits);
  const ExprId is_set = bit_and(shift_right(read(source), static_cast<unsigned>(bit)), constant(1));
  jump_if(binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, is_set, constant(0)),
          operand(2));
}

void Writer::call() {
  expect_at_most(1);
  write(Link, return_address());
  jump(operand(0));
}

void Writer::call_register() {
  expect_at_most(1);
  const ExprId target = kept(read(0));
  write(Link, return_address());
  jump_to_address(target);
}

void Writer::jump_register() {
  expect_at_most(1);
  jump_to_address(instruction().operands.empty() ? read(Link) : read(0), mnemonic() == "RET");
}

void Writer::address_of_code() {
  expect_at_most(2);
  write(reg(0), code_address(operand(1)));
}

bool Writer::lower_known() {
  info_ = instructions().find(mnemonic());
  if (info_ == nullptr) return false;
  takes(info_->operands);
  if (info_->lower != nullptr) (this->*info_->lower)();
  return true;
}

}  // namespace drover::litmus::aarch64

namespace drover::litmus {

const Dialect Aarch64Dialect{
    .architecture = "AArch64",
    .default_model = "aarch64",
    .compile = compile_table<aarch64::Writer>,
    .register_name =
        [](const std::string& name) {
          const std::optional<aarch64::Register> found = aarch64::parse_register(name);
          if (found && found->is_zero()) return upper_case(name);
          return found ? found->name : name;
        },
    .is_register =
        [](const std::string& name) {
          const std::optional<aarch64::Register> found = aarch64::parse_register(name);
          return found && found->bits == 64;
        },
    .hint_on_register = aarch64::hint_on_register,
    .register_rank =
        [](const std::string& name) {
          if (name == "XZR") return -1;
          const bool is_numbered =
              name.size() > 1 && name[0] == 'X' && aarch64::is_decimal(name.substr(1));
          return is_numbered ? std::stoi(name.substr(1)) : 100;
        }};

}  // namespace drover::litmus
