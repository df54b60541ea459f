#pragma once

#include <initializer_list>

#include "litmus/dialects/aarch64/accesses.h"

namespace drover::litmus::aarch64 {

// Mnemonics are in capitals.
[[nodiscard]] const InstructionTable<Info>& instructions();

// Returns the extension of an unsupported instruction: "the Memory Tagging Extension". Empty if
// unknown.
[[nodiscard]] std::string_view extension_of(std::string_view mnemonic);

// Conditions and jumps, and the code of one thread. A short-lived worker: holds references.
class Writer : public Accesses {
 public:
  using Accesses::Accesses;

  // ---- Conditions

  ExprId holds(const std::string& condition, SourceRange at) {
    if (condition == "AL") return constant(1);
    const auto is_set = [&](Value mask) {
      return binary(Operator::NotEqual, bit_and(value_of(flags()), constant(mask)), constant(0));
    };
    const auto negated = [&](ExprId value) { return unary(Operator::Not, value); };
    std::optional<ExprId> found;
    const auto row = [&](std::string_view name, std::string_view contrary, auto value) {
      if (condition == name) found = value();
      if (condition == contrary) found = negated(value());
    };
    const auto is_less = [&] {
      return binary(Operator::NotEqual, is_set(Negative), is_set(Overflow));
    };
    row("EQ", "NE", [&] { return is_set(Zero); });
    row("CS", "CC", [&] { return is_set(Carry); });
    row("HS", "LO", [&] { return is_set(Carry); });
    row("MI", "PL", [&] { return is_set(Negative); });
    row("VS", "VC", [&] { return is_set(Overflow); });
    row("HI", "LS", [&] { return binary(Operator::And, is_set(Carry), negated(is_set(Zero))); });
    row("LT", "GE", is_less);
    row("LE", "GT", [&] { return binary(Operator::Or, is_set(Zero), is_less()); });
    if (found) return *found;
    refuse(format("unknown condition `{}`", condition), at,
           "the conditions are EQ, NE, CS, CC, MI, PL, VS, VC, HI, LS, GE, LT, GT and LE");
  }

  ExprId condition(std::size_t index) {
    const Operand& given = operand(index);
    if (given.kind != OperandKind::Name) refuse_operands();
    return holds(upper_case(given.name), given.range);
  }

  ExprId changed(ExprId value) {
    switch (info_->bit_op) {
      case BitOperation::Increment: return add(value, constant(1));
      case BitOperation::Invert: return unary(Operator::Complement, value);
      case BitOperation::Negate: return unary(Operator::Negate, value);
      default: return value;
    }
  }

  // Reads only one of the values. The choice depends on the flags; nothing else does.
  void pick(const Register& target, ExprId is_first, ExprId first, ExprId second) {
    const auto put = [&](ExprId value) {
      if (target.is_zero()) return;
      emit(Assign{register_of(target.name), low_bits(value, target.bits), value_of(flags())});
    };
    if_else(
        is_first, Flow::Silent, [&] { put(first); }, [&] { put(second); });
  }

  // d, n, m, condition
  void select_one() {
    expect_at_most(4);
    pick(reg(0), condition(3), read(1), changed(read(2)));
  }

  // d, condition
  void set_if() {
    expect_at_most(2);
    pick(reg(0), condition(1), changed(constant(0)), constant(0));
  }

  // d, n, condition
  void change_if() {
    expect_at_most(3);
    pick(reg(0), condition(2), changed(read(1)), read(1));
  }

  // n, m or #k, #flags, condition
  void compare_if() {
    expect_at_most(4);
    const Register left = reg(0);
    const ExprId right = operand(1).kind == OperandKind::Number ? constant(number(1)) : read(1);
    const ExprId otherwise = constant(number_below(2, 16));
    if_else(
        condition(3), Flow::Silent,
        [&] {
          const ExprId first = kept(read(left));
          const ExprId second = kept(low_bits(right, left.bits));
          const ExprId result =
              kept(low_bits(applied(info_->op, first, second, left.bits), left.bits));
          set_flags(info_->op, first, second, result, left.bits);
        },
        [&] {
          emit(Assign{flags(), otherwise, value_of(flags())});
        });
  }

  // ---- Jumps and the rest

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

  // Returns a distance in instructions; cells with labels only do not count.
  [[nodiscard]] Value distance(std::size_t from, std::size_t to) const {
    Value out = 0;
    for (std::size_t i = std::min(from, to); i < std::max(from, to); ++i) {
      out += thread().code[i].mnemonic.empty() ? 0 : 1;
    }
    return from <= to ? out : -out;
  }

  // MRS d, NZCV; MSR NZCV, n
  void system_register() {
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

  // B
  void jump_always() {
    expect_at_most(1);
    jump(operand(0));
  }

  void jump_on_condition() {
    expect_at_most(1);
    jump_if(holds(mnemonic().substr(2), instruction().mnemonic_range), operand(0));
  }

  // CBZ, CBNZ
  void jump_if_zero() {
    expect_at_most(2);
    jump_if(binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, read(0), constant(0)),
            operand(1));
  }

  // TBZ, TBNZ
  void jump_if_bit() {
    expect_at_most(3);
    const Register source = reg(0);
    const Value bit = number_below(1, source.bits);
    const ExprId is_set =
        bit_and(shift_right(read(source), static_cast<unsigned>(bit)), constant(1));
    jump_if(binary(info_->is_negated ? Operator::NotEqual : Operator::Equal, is_set, constant(0)),
            operand(2));
  }

  // BL: X30 receives the return address
  void call() {
    expect_at_most(1);
    write(Register{"X30"}, return_address());
    jump(operand(0));
  }

  // BLR
  void call_register() {
    expect_at_most(1);
    const ExprId target = kept(read(0));
    write(Register{"X30"}, return_address());
    jump_to_address(target);
  }

  // BR, RET
  void jump_register() {
    expect_at_most(1);
    jump_to_address(instruction().operands.empty() ? read(Register{"X30"}) : read(0),
                    mnemonic() == "RET");
  }

  // ADR
  void address_of_code() {
    expect_at_most(2);
    write(reg(0), code_address(operand(1)));
  }

 private:
  [[nodiscard]] std::string spelled(const std::string& mnemonic) const override {
    return upper_case(mnemonic);
  }
  [[nodiscard]] const Dialect& dialect() const override { return Aarch64Dialect; }
  // Writes labels as distances, as the encoded instruction has them.
  [[nodiscard]] std::string code_text(std::size_t at) const override {
    const table::Instruction& shown = thread().code[at];
    std::string out = shown.mnemonic;
    for (const Operand& each : shown.operands) {
      out += (&each == &shown.operands.front() ? " " : ",") + code_text(each, at);
    }
    return out;
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return instructions().names();
  }
  [[nodiscard]] std::string_view extension() const override { return extension_of(mnemonic()); }
  [[nodiscard]] bool jumps_to_address(const table::Instruction& i) const override {
    return is_one_of(i, {"BLR", "BR", "RET"});
  }
  [[nodiscard]] bool is_call(const table::Instruction& i) const override {
    return is_one_of(i, {"BL", "BLR"});
  }
  [[nodiscard]] bool takes_address(const table::Instruction& i) const override {
    return is_one_of(i, {"BL", "BLR", "ADR"});
  }
  static bool is_one_of(const table::Instruction& i, std::initializer_list<std::string_view> all) {
    return std::ranges::find(all, upper_case(i.mnemonic)) != all.end();
  }
  bool lower_known() override {
    info_ = instructions().find(mnemonic());
    if (info_ == nullptr) return false;
    takes(info_->operands);
    if (info_->lower != nullptr) (this->*info_->lower)();
    return true;
  }
};

}  // namespace drover::litmus::aarch64
