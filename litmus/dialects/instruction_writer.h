#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/dialects/column_writer.h"
#include "support/format.h"

namespace drover::litmus {

// Writes columns whose instructions are in a table, with what each of them takes in words. What is
// wrong with the operands of an instruction is reported once, and the instruction is left out. A
// short-lived worker: holds references.
class InstructionWriter : public ColumnWriter {
 public:
  using ColumnWriter::ColumnWriter;

 protected:
  using Operand = table::Operand;
  using OperandKind = table::OperandKind;

  // The instruction is in `instruction()`, its name in `mnemonic()`. False if it is not known.
  virtual bool lower_known() = 0;
  // As the table has it.
  [[nodiscard]] virtual std::string spelled(const std::string& mnemonic) const {
    return lower_case(mnemonic);
  }
  [[nodiscard]] virtual std::vector<std::string> known_mnemonics() const = 0;
  // What an unknown instruction belongs to, if that is known.
  [[nodiscard]] virtual std::string_view extension() const { return ""; }
  // Whether addresses may be `4(%rax,%rbx,8)`.
  [[nodiscard]] virtual bool has_scaled_addresses() const { return false; }
  [[nodiscard]] virtual bool is_register_name(const std::string& name) const = 0;
  [[nodiscard]] virtual Hint hint_on_register(const std::string& name) const = 0;

  [[nodiscard]] const table::Instruction& instruction() const { return *instruction_; }
  [[nodiscard]] const std::string& mnemonic() const { return mnemonic_; }

  // What the instruction takes, in words; reported when it is known.
  void takes(std::string_view operands) { operands_ = operands; }

  [[noreturn]] void refuse(const std::string& what, SourceRange at, const Hint& hint = {}) {
    complain(what, at, hint);
    throw Refused{};
  }
  // What is wrong has been reported.
  [[noreturn]] static void refuse_silently() { throw Refused{}; }
  [[noreturn]] void refuse_operands() {
    refuse(format("{} takes {}", mnemonic_, operands_), instruction_->range);
  }
  void report_unsupported(const std::string& what, SourceRange at) {
    sink().report(DiagnosticKind::LitmusUnsupported, at, {what});
  }
  const Operand& operand(std::size_t index) {
    if (index >= instruction_->operands.size()) refuse_operands();
    return instruction_->operands[index];
  }
  [[nodiscard]] std::size_t operand_count() const { return instruction_->operands.size(); }
  void expect(std::size_t count) {
    if (operand_count() != count) refuse_operands();
  }
  Value number(std::size_t index) {
    if (operand(index).kind != OperandKind::Number) refuse_operands();
    return operand(index).number;
  }
  // The name of a register, which must be one.
  const std::string& register_name(const Operand& given) {
    if (given.kind != OperandKind::Name && given.kind != OperandKind::Offset) refuse_operands();
    if (is_register_name(given.name)) return given.name;
    refuse(format("unknown register `{}`", given.name), given.range,
           assembly().has_global(given.name)
               ? Hint(format("put the address of `{}` into a register in the initial state",
                             given.name))
               : hint_on_register(given.name));
  }

  void lower(const table::Instruction& instruction) final {
    instruction_ = &instruction;
    mnemonic_ = spelled(instruction.mnemonic);
    operands_ = "nothing";
    try {
      refuse_scaled();
      if (!lower_known()) report_missing();
    } catch (const Refused&) {
      // It has been reported.
    }
  }

 private:
  struct Refused {};

  void refuse_scaled() {
    if (has_scaled_addresses()) return;
    for (const Operand& each : instruction_->operands) {
      if (each.index_name.empty() && !each.has_segment) continue;
      refuse("an address is one register and a number", each.range);
    }
  }
  void report_missing() {
    const std::string_view what = extension();
    if (what.empty()) return report_unknown(*instruction_, known_mnemonics());
    report_unsupported(format("`{}`, of {},", mnemonic_, what), instruction_->mnemonic_range);
  }

  const table::Instruction* instruction_ = nullptr;
  std::string mnemonic_;
  std::string_view operands_;
};

}  // namespace drover::litmus
