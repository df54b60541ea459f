// Lowers X86 instructions to Program. Memory accesses are plain, the model's ordinary accesses.
// `LOCK`ed instructions and XCHG on memory are read-modify-writes. MFENCE is a full fence. SFENCE
// is a fence of stores (mode rel), which matters under pso. LFENCE is a fence of mode acq: it adds
// no order to TSO and PSO, but may in models from files.
#include <algorithm>
#include <array>
#include <vector>

#include "frontend/suggestion.h"
#include "litmus/dialects/instruction_writer.h"
#include "semantics/program/rmw_operator.h"

namespace drover::litmus {

namespace {

// Registers in herd's order, as in states.
constexpr std::array<std::string_view, 16> RegisterNames{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI",
                                                         "EBP", "ESP", "RAX", "RBX", "RCX", "RDX",
                                                         "RSI", "RDI", "RBP", "RSP"};

std::string x86_register_name(const std::string& name) {
  if (!name.starts_with('%') || name.size() == 1) return upper_case(name);
  std::string bare = x86_register_name(name.substr(1));
  return std::ranges::find(RegisterNames, bare) != RegisterNames.end() ? bare : name;
}

bool is_x86_register(const std::string& name) {
  return name.starts_with('%') ||
         std::ranges::find(RegisterNames, x86_register_name(name)) != RegisterNames.end();
}

Hint hint_on_x86_register(const std::string& name) {
  const std::vector<std::string> names(RegisterNames.begin(), RegisterNames.end());
  Hint similar = did_you_mean(name, names);
  if (!similar.empty()) return similar;
  return format("the registers are {}; memory is written `[{}]`", quoted_list(names), name);
}

enum class X86Form : std::uint8_t {
  Move,
  Exchange,
  Arithmetic,  // ADD SUB AND OR XOR
  Step,        // INC DEC
  ExchangeAdd,
  CompareExchange,
  Compare,
  Fence,
  Jump,
  Nothing
};

struct X86Info {
  X86Form form = X86Form::Nothing;
  std::size_t operands = 0;
  RmwOperator op = RmwOperator::Add;
  Mode fence = Mode::Sc;
};

const InstructionTable<X86Info>& x86_instructions() {
  static const InstructionTable<X86Info> table = [] {
    using enum X86Form;
    InstructionTable<X86Info> all;
    all.put("MOV MOVL MOVQ", {.form = Move, .operands = 2});
    all.put("XCHG", {.form = Exchange, .operands = 2});
    all.put("ADD", {.form = Arithmetic, .operands = 2, .op = RmwOperator::Add});
    all.put("SUB", {.form = Arithmetic, .operands = 2, .op = RmwOperator::Subtract});
    all.put("AND", {.form = Arithmetic, .operands = 2, .op = RmwOperator::And});
    all.put("OR", {.form = Arithmetic, .operands = 2, .op = RmwOperator::Or});
    all.put("XOR", {.form = Arithmetic, .operands = 2, .op = RmwOperator::Xor});
    all.put("INC", {.form = Step, .operands = 1, .op = RmwOperator::Add});
    all.put("DEC", {.form = Step, .operands = 1, .op = RmwOperator::Subtract});
    all.put("XADD", {.form = ExchangeAdd, .operands = 2});
    all.put("CMPXCHG", {.form = CompareExchange, .operands = 2});
    all.put("CMP", {.form = Compare, .operands = 2});
    all.put("MFENCE", {.form = Fence, .fence = Mode::Sc});
    all.put("LFENCE", {.form = Fence, .fence = Mode::Acq});
    all.put("SFENCE", {.form = Fence, .fence = Mode::Rel});
    all.put("NOP", {});
    all.put("JMP JE JZ JNE JNZ JL JGE JG JLE", {.form = Jump, .operands = 1});
    return all;
  }();
  return table;
}

// Writes the code of one thread. A short-lived worker: holds references.
class X86Writer : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

 private:
  [[nodiscard]] const Dialect& dialect() const override { return X86Dialect; }
  [[nodiscard]] bool uses_types() const override { return false; }
  [[nodiscard]] bool has_scaled_addresses() const override { return true; }  // refused below
  [[nodiscard]] std::string spelled(const std::string& mnemonic) const override {
    return upper_case(mnemonic);
  }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    return x86_instructions().listed();
  }

  // ---- Operands

  [[nodiscard]] static bool is_in_memory(const Operand& given) {
    return given.kind == OperandKind::Memory || given.kind == OperandKind::Offset;
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

  RegisterId named(const std::string& name) { return register_of(x86_register_name(name)); }
  ExprId address(const Operand& given) {
    const std::string& name =
        given.kind == OperandKind::Memory ? given.parts.front().name : given.name;
    return is_x86_register(name) ? value_of(named(name)) : constant(assembly().address_of(name));
  }
  ExprId value(const Operand& given) {
    if (given.kind == OperandKind::Number) return constant(given.number);
    if (!is_in_memory(given)) return value_of(named(given.name));
    const RegisterId target = temporary();
    emit(Load{target, address(given), Mode::Plain});
    return value_of(target);
  }
  void write(const Operand& target, ExprId given) {
    if (is_in_memory(target)) {
      emit(Store{address(target), given, Mode::Plain});
    } else {
      assign(named(target.name), given);
    }
  }

  void check_operands() {
    for (const Operand& each : instruction().operands) {
      if (each.kind != OperandKind::Name || is_x86_register(each.name)) continue;
      refuse(format("unknown register `{}`", each.name), each.range,
             assembly().has_global(each.name) ? Hint(format("memory is written `[{}]`", each.name))
                                              : hint_on_x86_register(each.name));
    }
    const auto in_memory = std::ranges::count_if(instruction().operands, is_in_memory);
    if (in_memory > 1) {
      refuse("an instruction has at most one operand in memory", instruction().range);
    }
    const auto refuse_number = [&](const Operand& written) {
      if (written.kind == OperandKind::Number) {
        refuse("a number cannot be written to", written.range);
      }
    };
    if (operand_count() > 0 && info_.form != X86Form::Compare) refuse_number(operand(0));
    const bool needs_register =
        info_.form == X86Form::ExchangeAdd || info_.form == X86Form::CompareExchange;
    if (needs_register && operand(1).kind != OperandKind::Name) {
      refuse(format("the second operand of {} is a register", mnemonic()), operand(1).range);
    }
    if (info_.form == X86Form::Exchange) refuse_number(operand(1));
    if (!instruction().has_lock) return;
    const bool may_lock = info_.form >= X86Form::Exchange && info_.form <= X86Form::CompareExchange;
    const bool is_right_place =
        in_memory > 0 && (is_in_memory(operand(0)) || info_.form == X86Form::Exchange);
    if (may_lock && is_right_place) return;
    refuse("LOCK is for instructions that read and write memory", instruction().range);
  }

  // ---- Instructions

  // The flags are two registers: zero and negative.
  void set_flags(ExprId left, ExprId right) {
    assign(named("%ZF"), equal(left, right));
    assign(named("%SF"), binary(Operator::Less, left, right));
  }

  ExprId read_modify_write(const Operand& place, RmwOperator op, ExprId given) {
    const RegisterId old = temporary();
    emit(ReadModifyWrite{old, op, address(place), given, Mode::Plain});
    return value_of(old);
  }

  // On memory, a read-modify-write with or without LOCK.
  void exchange(const Operand& first, const Operand& second) {
    if (!is_in_memory(first) && !is_in_memory(second)) {
      const ExprId old = kept(value(first));
      write(first, value(second));
      write(second, old);
      return;
    }
    const bool is_first = is_in_memory(first);
    const Operand& reg = is_first ? second : first;
    write(reg, read_modify_write(is_first ? first : second, RmwOperator::Exchange, value(reg)));
  }

  void arithmetic(const Operand& target, ExprId given) {
    const Operator op = *operator_of(info_.op);
    if (instruction().has_lock) {
      const ExprId old = read_modify_write(target, info_.op, given);
      set_flags(binary(op, old, given), constant(0));
      return;
    }
    const RegisterId result = temporary();
    assign(result, binary(op, value(target), given));
    write(target, value_of(result));
    set_flags(value_of(result), constant(0));
  }

  void exchange_add(const Operand& target, const Operand& source) {
    const ExprId given = kept(value(source));
    ExprId old;
    if (instruction().has_lock) {
      old = read_modify_write(target, RmwOperator::Add, given);
    } else {
      const RegisterId read = temporary();
      assign(read, value(target));
      old = value_of(read);
      write(target, add(old, given));
    }
    set_flags(add(old, given), constant(0));
    write(source, old);
  }

  // Compares with EAX. If they differ, EAX receives the value found.
  void compare_exchange(const Operand& target, const Operand& source) {
    const ExprId wanted = value_of(named("EAX"));
    const ExprId desired = value(source);
    const RegisterId found = temporary();
    const ExprId old = value_of(found);
    if (instruction().has_lock) {
      emit(CompareAndSwap{found, CasResult::OldValue, address(target), wanted, desired, Mode::Plain,
                          Mode::Plain});
      set_flags(wanted, old);
      assign(named("EAX"), old);
      return;
    }
    assign(found, value(target));
    const Target succeeds = make_target();
    const Target fails = make_target();
    const Target end = make_target();
    set_flags(wanted, old);
    branch(equal(old, wanted), succeeds, fails);
    place(succeeds);
    write(target, desired);
    go_to(end);
    place(fails);
    assign(named("EAX"), old);
    place(end);
  }

  ExprId taken() {
    const ExprId zero = value_of(named("%ZF"));
    const ExprId less = value_of(named("%SF"));
    const auto negate = [&](ExprId id) { return unary(Operator::Not, id); };
    if (mnemonic() == "JE" || mnemonic() == "JZ") return zero;
    if (mnemonic() == "JNE" || mnemonic() == "JNZ") return negate(zero);
    if (mnemonic() == "JL") return less;
    if (mnemonic() == "JGE") return negate(less);
    if (mnemonic() == "JG") return negate(bit_or(zero, less));
    return mnemonic() == "JLE" ? bit_or(zero, less) : constant(1);
  }

  bool lower_known() override {
    const X86Info* found = x86_instructions().find(mnemonic());
    bool has_foreign = false;
    for (const Operand& each : instruction().operands) {
      const std::string_view foreign = foreign_part(each);
      if (!foreign.empty()) report_unsupported(std::string(foreign), each.range);
      has_foreign |= !foreign.empty();
    }
    if (found == nullptr) {
      sink()
          .report(DiagnosticKind::LitmusInstruction, instruction().mnemonic_range, {mnemonic()})
          .with_hint(did_you_mean(mnemonic(), known_mnemonics()));
      return true;
    }
    info_ = *found;
    if (operand_count() != info_.operands) {
      refuse(format("{} takes {} operand{}, not {}", mnemonic(), info_.operands,
                    info_.operands == 1 ? "" : "s", operand_count()),
             instruction().range);
    }
    if (has_foreign) refuse_silently();
    if (info_.form != X86Form::Jump) check_operands();
    switch (info_.form) {
      case X86Form::Move: write(operand(0), value(operand(1))); break;
      case X86Form::Exchange: exchange(operand(0), operand(1)); break;
      case X86Form::Arithmetic: arithmetic(operand(0), value(operand(1))); break;
      case X86Form::Step: arithmetic(operand(0), constant(1)); break;
      case X86Form::ExchangeAdd: exchange_add(operand(0), operand(1)); break;
      case X86Form::CompareExchange: compare_exchange(operand(0), operand(1)); break;
      case X86Form::Compare: {
        const ExprId left = value(operand(0));
        set_flags(left, value(operand(1)));
        break;
      }
      case X86Form::Fence: emit(FenceInstruction{info_.fence}); break;
      case X86Form::Jump: jump_if(taken(), operand(0)); break;
      case X86Form::Nothing: break;
    }
    return true;
  }

  X86Info info_;
};

}  // namespace

const Dialect X86Dialect{
    .architecture = "X86",
    .default_model = "tso",
    .compile = compile_table<X86Writer>,
    .register_name = x86_register_name,
    .is_register = is_x86_register,
    .hint_on_register = hint_on_x86_register,
    .register_rank = [](const std::string& name) {
      return static_cast<int>(std::ranges::find(RegisterNames, name) - RegisterNames.begin());
    }};

}  // namespace drover::litmus
