// AArch64 instructions as instructions of Program, after the Arm Architecture Reference Manual
// (DDI 0487), part C. A location is one cell, whatever the size of its accesses; what is read and
// written is cut to that size. Registers hold 64 bits; a W register is the low half of an X
// register.
#include "litmus/dialects/aarch64/lower_aarch64.h"

#include <optional>
#include <string_view>
#include <vector>

#include "litmus/dialects/aarch64/accesses.h"
#include "litmus/dialects/aarch64/instructions.h"
#include "litmus/dialects/aarch64/registers.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using aarch64::Form;
using aarch64::Info;
using aarch64::Operation;
using aarch64::Register;

// Writes the code of one thread: which instruction does what, conditions and jumps. A short-lived
// worker: holds references.
class Aarch64Writer : public aarch64::AccessWriter {
 public:
  using AccessWriter::AccessWriter;

 private:
  // ---- Conditions

  ExprId holds(const std::string& condition, SourceRange at) {
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
  ExprId condition(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind != OperandKind::Name) refuse_operands();
    return holds(upper_case(given.name), given.range);
  }

  ExprId changed(ExprId value) {
    switch (info_->op) {
      case Operation::Increment: return add(value, constant(1));
      case Operation::Invert: return unary(Operator::Complement, value);
      case Operation::Negate: return unary(Operator::Negate, value);
      default: return value;
    }
  }
  // Only one of the values is read; which one depends on the flags, but nothing else does.
  void pick(const Register& target, ExprId is_first, ExprId first, ExprId second) {
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
  void select_one() {
    expect_at_most(4);
    pick(reg(0), condition(3), read(1), changed(read(2)));
  }
  void set_if() {
    expect_at_most(2);
    pick(reg(0), condition(1), changed(constant(0)), constant(0));
  }
  void change_if() {
    expect_at_most(3);
    pick(reg(0), condition(2), changed(read(1)), read(1));
  }
  void compare_if() {
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

  [[nodiscard]] static Form form_of(const table::Instruction& instruction) {
    const Info* info = aarch64::find(upper_case(instruction.mnemonic));
    return info == nullptr ? Form::Nothing : info->form;
  }
  // Labels become distances, as an instruction has them.
  [[nodiscard]] std::string code_text(std::size_t at) const override {
    const table::Instruction& shown = thread().code[at];
    std::string out = shown.mnemonic;
    for (const Operand& each : shown.operands) {
      out += (&each == &shown.operands.front() ? " " : ",") + code_text(each, at);
    }
    return out;
  }
  [[nodiscard]] std::string code_text(const Operand& operand, std::size_t at) const {
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
  // In instructions; cells that have only labels do not count.
  [[nodiscard]] Value distance(std::size_t from, std::size_t to) const {
    Value out = 0;
    for (std::size_t i = std::min(from, to); i < std::max(from, to); ++i) {
      out += thread().code[i].mnemonic.empty() ? 0 : 1;
    }
    return from <= to ? out : -out;
  }
  [[nodiscard]] bool jumps_to_address(const table::Instruction& instruction) const override {
    const Form form = form_of(instruction);
    return form == Form::CallRegister || form == Form::JumpRegister;
  }
  [[nodiscard]] bool is_call(const table::Instruction& instruction) const override {
    const Form form = form_of(instruction);
    return form == Form::Call || form == Form::CallRegister;
  }
  [[nodiscard]] bool takes_address(const table::Instruction& instruction) const override {
    return is_call(instruction) || form_of(instruction) == Form::AddressOfCode;
  }
  void code_form() {
    const Register link{"X30", 64};
    switch (info_->form) {
      case Form::AddressOfCode:
        expect_at_most(2);
        write(reg(0), code_address(operand(1)));
        break;
      case Form::Call:
        expect_at_most(1);
        write(link, return_address());
        jump(operand(0));
        break;
      case Form::CallRegister: {
        expect_at_most(1);
        const ExprId target = kept(read(0));
        write(link, return_address());
        jump_to_address(target);
        break;
      }
      default:
        expect_at_most(1);
        jump_to_address(instruction().operands.empty() ? read(link) : read(0), mnemonic() == "RET");
        break;
    }
  }

  void jump_form() {
    switch (info_->form) {
      case Form::Jump:
        expect_at_most(1);
        jump(operand(0));
        break;
      case Form::JumpIf:
        expect_at_most(1);
        jump_if(holds(mnemonic().substr(2), instruction().mnemonic_range), operand(0));
        break;
      case Form::JumpIfZero:
        expect_at_most(2);
        jump_if(
            binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, read(0), constant(0)),
            operand(1));
        break;
      default: {
        expect_at_most(3);
        const Register source = reg(0);
        const Value bit = number_below(1, source.bits);
        const ExprId is_set =
            bit_and(shift_right(read(source), static_cast<unsigned>(bit)), constant(1));
        jump_if(
            binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, is_set, constant(0)),
            operand(2));
      }
    }
  }

  void system_register() {
    expect_at_most(2);
    const bool reads = info_->form == Form::ReadSystem;
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

  void lower_form() {
    switch (info_->form) {
      case Form::Load: load(); break;
      case Form::Store: store(); break;
      case Form::LoadPair: load_pair(); break;
      case Form::StorePair: store_pair(); break;
      case Form::ExclusiveLoad: exclusive_load(false); break;
      case Form::ExclusiveStore: exclusive_store(false); break;
      case Form::ExclusiveLoadPair: exclusive_load(true); break;
      case Form::ExclusiveStorePair: exclusive_store(true); break;
      case Form::CompareAndSwap: compare_and_swap(1); break;
      case Form::CompareAndSwapPair: compare_and_swap(2); break;
      case Form::Swap:
      case Form::FetchOperation:
      case Form::StoreOperation: atomic_update(); break;
      case Form::Barrier: barrier(); break;
      case Form::InstructionBarrier: emit(FenceInstruction{Mode::Rlx, TagSet::of(Tag::Isb)}); break;
      case Form::Nothing: break;
      case Form::Move: move(); break;
      case Form::MoveWide:
      case Form::MoveKeep:
      case Form::MoveNot: move_wide(); break;
      case Form::Binary: binary_operation(); break;
      case Form::Compare: compare(); break;
      case Form::Negate: negate(); break;
      case Form::Not: {
        const Register target = reg(0);
        write(target, unary(Operator::Complement, flexible(1, target.bits)));
        break;
      }
      case Form::Shift: shift(); break;
      case Form::BitField: bit_field(); break;
      case Form::BitExtract: bit_extract(); break;
      case Form::BitInsert: bit_insert(); break;
      case Form::Extend: extend(); break;
      case Form::Multiply:
      case Form::MultiplyAdd: multiply(); break;
      case Form::MultiplyHigh: multiply_high(); break;
      case Form::Divide: divide(); break;
      case Form::AddCarry: add_carry(); break;
      case Form::OneSource: one_source(); break;
      case Form::TwoSource: two_source(); break;
      case Form::Select: select_one(); break;
      case Form::SetIf: set_if(); break;
      case Form::ChangeIf: change_if(); break;
      case Form::CompareIf: compare_if(); break;
      case Form::Jump:
      case Form::JumpIf:
      case Form::JumpIfZero:
      case Form::JumpIfBit: jump_form(); break;
      case Form::Call:
      case Form::CallRegister:
      case Form::JumpRegister:
      case Form::AddressOfCode: code_form(); break;
      case Form::ReadSystem:
      case Form::WriteSystem: system_register(); break;
    }
  }

  bool lower_known() override {
    info_ = aarch64::find(mnemonic());
    if (info_ == nullptr) return false;
    takes(info_->operands);
    lower_form();
    return true;
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    std::vector<std::string> names;
    for (const Info& info : aarch64::all()) names.push_back(info.mnemonic);
    return names;
  }
  [[nodiscard]] std::string_view extension() const override {
    return aarch64::extension_of(mnemonic());
  }
};

}  // namespace

std::string aarch64_register_name(const std::string& name) {
  const std::optional<Register> found = aarch64::parse_register(name);
  if (found && found->is_zero()) return upper_case(name);
  return found ? found->name : name;
}

bool is_aarch64_register(const std::string& name) {
  const std::optional<Register> found = aarch64::parse_register(name);
  return found && found->bits == 64;
}

Hint hint_on_aarch64_register(const std::string& name) { return aarch64::hint_on_register(name); }

int aarch64_register_rank(const std::string& name) {
  if (name == "XZR") return -1;
  const bool is_numbered = name.size() > 1 && name[0] == 'X' && aarch64::is_decimal(name.substr(1));
  return is_numbered ? std::stoi(name.substr(1)) : 100;
}

bool compile_aarch64(const SourceBuffer& source, Section section, Assembly& assembly,
                     DiagnosticSink& sink) {
  return compile_table<Aarch64Writer>(source, section, assembly, sink);
}

}  // namespace drover::litmus
