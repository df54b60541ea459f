// X86 as Intel writes it: the target operand comes first, `MOV [x],$1`. Every register is one of 64
// bits, of which MOVB, MOVW and SETNB change the low ones.
#include <algorithm>
#include <array>
#include <vector>

#include "frontend/suggestion.h"
#include "litmus/dialects/x86/x86_writer.h"

namespace drover::litmus {

namespace {

// Registers in herd's order, as in states.
constexpr std::array<std::string_view, 16> RegisterNames{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI",
                                                         "EBP", "ESP", "RAX", "RBX", "RCX", "RDX",
                                                         "RSI", "RDI", "RBP", "RSP"};

std::optional<StateRegister> find_x86_register(const std::string& name) {
  const bool is_marked = name.starts_with('%');
  const std::string bare = upper_case(is_marked ? name.substr(1) : name);
  const auto* known = std::ranges::find(RegisterNames, bare);
  const auto rank = static_cast<int>(known - RegisterNames.begin());
  if (known != RegisterNames.end()) return StateRegister{bare, rank};
  return is_marked ? std::optional(StateRegister{name, rank}) : std::nullopt;
}

Hint hint_on_x86_register(const std::string& name) {
  const std::vector<std::string> names(RegisterNames.begin(), RegisterNames.end());
  Hint similar = did_you_mean(name, names);
  if (!similar.empty()) return similar;
  return format("the registers are {}; memory is written `[{}]`", quoted_list(names), name);
}

const InstructionTable<x86::Info>& x86_instructions() {
  static const InstructionTable<x86::Info> all = x86::table(&x86::Row::x86);
  return all;
}

class X86Writer : public x86::Writer {
 public:
  using Writer::Writer;

 private:
  [[nodiscard]] const Dialect& dialect() const override { return X86Dialect; }
  [[nodiscard]] bool uses_types() const override { return false; }
  [[nodiscard]] std::string spelled(const std::string& mnemonic) const override {
    return upper_case(mnemonic);
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return x86_instructions().names();
  }

  // ---- Operands

  const Operand& target() override { return operand(0); }
  const Operand& source() override { return operand(1); }
  x86::Register reg(const Operand& given) override { return {register_name(given)}; }
  RegisterId flag(const std::string& name) override { return register_of(name); }
  [[nodiscard]] std::string accumulator_name() const override { return "EAX"; }
  [[nodiscard]] unsigned bits() const override { return bits_ != 0 ? bits_ : 64; }
  // Values are whole, but memory has words.
  [[nodiscard]] unsigned access_bits() const override { return bits_ != 0 ? bits_ : 32; }
  ExprId address(const Operand& given) override {
    const std::string& name =
        given.kind == OperandKind::Memory ? given.parts.front().name : given.name;
    const auto known = find_x86_register(name);
    return known ? value_of(register_of(known->name)) : constant(assembly_.address_of(name));
  }

  // Returns the part of an operand that belongs to other assembly languages; empty if it is valid.
  [[nodiscard]] std::string_view foreign_part(const Operand& given) const {
    const char first = source_text(given.range).front();
    switch (given.kind) {
      case OperandKind::Number: return first == '#' ? "a number with `#`" : "";
      case OperandKind::Name:
        return given.name == "lock" || given.name == "LOCK" ? "`lock` as an operand" : "";
      case OperandKind::Memory: {
        if (given.is_written_back) return "`!`";
        if (given.parts.size() != 1) return "an address of several parts";
        if (given.parts.front().kind == OperandKind::Number) return "an absolute address";
        return given.parts.front().kind == OperandKind::Name ? "" : "such an address";
      }
      case OperandKind::Offset: {
        const bool is_register = given.offset_name.empty() && given.index_name.empty() &&
                                 !given.has_segment && first == '(';
        return is_register ? "" : "an address with an offset";
      }
      case OperandKind::Shift: return "a shifted operand";
      case OperandKind::Relative: return "a relative address";
      case OperandKind::List: return "a list of registers";
    }
    return "";
  }

  void check_operands() {
    for (const Operand& each : instruction().operands) {
      if (each.kind != OperandKind::Name || find_x86_register(each.name)) continue;
      refuse(format("unknown register `{}`", each.name), each.range,
             assembly_.has_global(each.name) ? Hint(format("memory is written `[{}]`", each.name))
                                             : hint_on_x86_register(each.name));
    }
    const auto in_memory = std::ranges::count_if(instruction().operands, is_in_memory);
    if (in_memory > 1) refuse_second_place(instruction().range);
    const auto is = [&](void (Writer::*form)()) { return info_.lower == form; };
    if (operand_count() > 0 && !is(&Writer::compare)) refuse_number(operand(0));
    const bool needs_register = is(&Writer::exchange_add) || is(&Writer::compare_exchange);
    if (needs_register && operand(1).kind != OperandKind::Name) {
      refuse(format("the second operand of {} is a register", mnemonic()), operand(1).range);
    }
    if (is(&Writer::exchange)) refuse_number(operand(1));
    if (is(&Writer::move_if_carry) && operand(0).kind != OperandKind::Name) {
      refuse(format("the first operand of {} is a register", mnemonic()), operand(0).range);
    }
    const bool is_right_place =
        in_memory > 0 && (is_in_memory(operand(0)) || is(&Writer::exchange));
    if (instruction().has_lock && !(info_.may_lock && is_right_place)) refuse_lock();
  }

  bool lower_known() override {
    const x86::Info* found = x86_instructions().find(mnemonic());
    bool has_foreign = false;
    for (const Operand& each : instruction().operands) {
      const std::string_view foreign = foreign_part(each);
      if (!foreign.empty()) report_unsupported(std::string(foreign), each.range);
      has_foreign |= !foreign.empty();
    }
    if (found == nullptr) {
      sink_.report(DiagnosticKind::LitmusInstruction, instruction().mnemonic_range, {mnemonic()})
          .with_hint(did_you_mean(mnemonic(), known_mnemonics()));
      return true;
    }
    info_ = *found;
    bits_ = info_.bits;
    if (operand_count() != info_.count) {
      refuse(format("{} takes {} operand{}, not {}", mnemonic(), info_.count,
                    info_.count == 1 ? "" : "s", operand_count()),
             instruction().range);
    }
    if (has_foreign) refuse_silently();
    if (info_.lower != &Writer::jump_on_flags) check_operands();
    lower();
    return true;
  }
};

}  // namespace

const Dialect X86Dialect{.architecture = "X86",
                         .default_model = "tso",
                         .compile = compile_table<X86Writer>,
                         .find_register = find_x86_register,
                         .hint_on_register = hint_on_x86_register};

}  // namespace drover::litmus
