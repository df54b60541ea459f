// X86 instructions as instructions of Program. Memory accesses are plain: what the model's
// ordinary access is. `LOCK`ed instructions and XCHG on memory are read-modify-writes, MFENCE is
// a full fence, SFENCE one of stores (mode rel), which matters under pso; LFENCE is a fence of mode
// acq, which orders nothing that TSO and PSO do not order: models from files may think otherwise.
#include "litmus/dialects/x86/lower_x86.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "frontend/suggestion.h"
#include "litmus/dialects/parse_table.h"
#include "semantics/program/rmw_operator.h"
#include "semantics/program/thread_builder.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

enum class OperandKind : std::uint8_t {
  Register,   // EAX
  Memory,     // [x], or [EAX]: what a register points to
  Immediate,  // $1 or 1
};

struct Operand {
  OperandKind kind = OperandKind::Immediate;
  std::string name;  // registers and memory
  Value number = 0;  // immediates
  SourceRange range;
};

struct Instruction {
  std::vector<std::string> labels;  // in front of it
  std::string mnemonic;             // in capitals; empty if there are only labels
  SourceRange mnemonic_range;
  bool has_lock = false;
  std::vector<Operand> operands;
  SourceRange range;
};

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return text;
}

// What of an operand there is in other assembly, and not here: nothing if it is an operand here.
std::string_view foreign_part(const table::Operand& operand, const SourceBuffer& source) {
  switch (operand.kind) {
    case table::OperandKind::Number:
      return source.text()[operand.range.begin] == '#' ? "a number with `#`" : "";
    case table::OperandKind::Name:
      return operand.name == "lock" || operand.name == "LOCK" ? "`lock` as an operand" : "";
    case table::OperandKind::Memory: {
      if (operand.is_written_back) return "`!`";
      if (operand.parts.size() != 1) return "an address of several parts";
      if (operand.parts.front().kind == table::OperandKind::Number) return "an absolute address";
      return operand.parts.front().kind == table::OperandKind::Name ? "" : "such an address";
    }
    case table::OperandKind::Offset: {
      const bool is_register = operand.offset_name.empty() && operand.index_name.empty() &&
                               !operand.has_segment && source.text()[operand.range.begin] == '(';
      return is_register ? "" : "an address with an offset";
    }
    case table::OperandKind::Shift: return "a shifted operand";
    case table::OperandKind::Relative: return "a relative address";
    case table::OperandKind::List: return "a list of registers";
  }
  return "";
}

Operand operand_of(const table::Operand& given, const SourceBuffer& source, DiagnosticSink& sink) {
  Operand out;
  out.kind = OperandKind::Memory;
  out.range = given.range;
  if (const std::string_view foreign = foreign_part(given, source); !foreign.empty()) {
    sink.report(DiagnosticKind::LitmusUnsupported, given.range, {std::string(foreign)});
    return out;
  }
  switch (given.kind) {
    case table::OperandKind::Number:
      out.kind = OperandKind::Immediate;
      out.number = given.number;
      break;
    case table::OperandKind::Name:
      out.kind = OperandKind::Register;
      out.name = given.name;
      break;
    case table::OperandKind::Memory: out.name = given.parts.front().name; break;
    default: out.name = given.name; break;
  }
  return out;
}

// The instructions of a column.
std::vector<Instruction> code_of(const table::Thread& thread, const SourceBuffer& source,
                                 DiagnosticSink& sink) {
  std::vector<Instruction> code;
  for (const table::Instruction& each : thread.code) {
    Instruction& out = code.emplace_back(Instruction{.labels = each.labels,
                                                     .mnemonic = in_capitals(each.mnemonic),
                                                     .mnemonic_range = each.mnemonic_range,
                                                     .has_lock = each.has_lock,
                                                     .operands = {},
                                                     .range = each.range});
    for (const table::Operand& operand : each.operands) {
      out.operands.push_back(operand_of(operand, source, sink));
    }
  }
  return code;
}

// In herd's order, in which states show them.
constexpr std::array<std::string_view, 16> RegisterNames{"EAX", "EBX", "ECX", "EDX", "ESI", "EDI",
                                                         "EBP", "ESP", "RAX", "RBX", "RCX", "RDX",
                                                         "RSI", "RDI", "RBP", "RSP"};

bool is_register(const std::string& name) { return is_x86_register(name); }

enum class Form : std::uint8_t {
  Move,
  Exchange,
  Arithmetic,  // ADD SUB AND OR XOR
  Step,        // INC DEC
  ExchangeAdd,
  CompareExchange,
  Compare,
  Fence,
  StoreFence,
  LoadFence,
  Jump,
  Nothing
};

// When a conditional jump is taken.
enum class Condition86 : std::uint8_t {
  Always,
  Equal,
  NotEqual,
  Less,
  GreaterEqual,
  Greater,
  LessEqual
};

struct InstructionInfo {
  std::string_view mnemonic;
  Form form = Form::Nothing;
  std::size_t operands = 0;
  RmwOperator op = RmwOperator::Add;
  Condition86 condition = Condition86::Always;
};

constexpr std::array Instructions{
    InstructionInfo{.mnemonic = "MOV", .form = Form::Move, .operands = 2},
    InstructionInfo{.mnemonic = "MOVL", .form = Form::Move, .operands = 2},
    InstructionInfo{.mnemonic = "MOVQ", .form = Form::Move, .operands = 2},
    InstructionInfo{
        .mnemonic = "XCHG", .form = Form::Exchange, .operands = 2, .op = RmwOperator::Exchange},
    InstructionInfo{
        .mnemonic = "ADD", .form = Form::Arithmetic, .operands = 2, .op = RmwOperator::Add},
    InstructionInfo{
        .mnemonic = "SUB", .form = Form::Arithmetic, .operands = 2, .op = RmwOperator::Subtract},
    InstructionInfo{
        .mnemonic = "AND", .form = Form::Arithmetic, .operands = 2, .op = RmwOperator::And},
    InstructionInfo{
        .mnemonic = "OR", .form = Form::Arithmetic, .operands = 2, .op = RmwOperator::Or},
    InstructionInfo{
        .mnemonic = "XOR", .form = Form::Arithmetic, .operands = 2, .op = RmwOperator::Xor},
    InstructionInfo{.mnemonic = "INC", .form = Form::Step, .operands = 1, .op = RmwOperator::Add},
    InstructionInfo{
        .mnemonic = "DEC", .form = Form::Step, .operands = 1, .op = RmwOperator::Subtract},
    InstructionInfo{
        .mnemonic = "XADD", .form = Form::ExchangeAdd, .operands = 2, .op = RmwOperator::Add},
    InstructionInfo{.mnemonic = "CMPXCHG", .form = Form::CompareExchange, .operands = 2},
    InstructionInfo{.mnemonic = "CMP", .form = Form::Compare, .operands = 2},
    InstructionInfo{.mnemonic = "MFENCE", .form = Form::Fence, .operands = 0},
    InstructionInfo{.mnemonic = "LFENCE", .form = Form::LoadFence, .operands = 0},
    InstructionInfo{.mnemonic = "SFENCE", .form = Form::StoreFence, .operands = 0},
    InstructionInfo{.mnemonic = "NOP", .form = Form::Nothing, .operands = 0},
    InstructionInfo{.mnemonic = "JMP", .form = Form::Jump, .operands = 1},
    InstructionInfo{
        .mnemonic = "JE", .form = Form::Jump, .operands = 1, .condition = Condition86::Equal},
    InstructionInfo{
        .mnemonic = "JZ", .form = Form::Jump, .operands = 1, .condition = Condition86::Equal},
    InstructionInfo{
        .mnemonic = "JNE", .form = Form::Jump, .operands = 1, .condition = Condition86::NotEqual},
    InstructionInfo{
        .mnemonic = "JNZ", .form = Form::Jump, .operands = 1, .condition = Condition86::NotEqual},
    InstructionInfo{
        .mnemonic = "JL", .form = Form::Jump, .operands = 1, .condition = Condition86::Less},
    InstructionInfo{.mnemonic = "JGE",
                    .form = Form::Jump,
                    .operands = 1,
                    .condition = Condition86::GreaterEqual},
    InstructionInfo{
        .mnemonic = "JG", .form = Form::Jump, .operands = 1, .condition = Condition86::Greater},
    InstructionInfo{
        .mnemonic = "JLE", .form = Form::Jump, .operands = 1, .condition = Condition86::LessEqual},
};

const InstructionInfo* find_instruction(std::string_view mnemonic) {
  const auto* found = std::ranges::find(Instructions, mnemonic, &InstructionInfo::mnemonic);
  return found == Instructions.end() ? nullptr : found;
}

std::vector<std::string> mnemonics() {
  std::vector<std::string> names;
  names.reserve(Instructions.size());
  for (const InstructionInfo& info : Instructions) names.emplace_back(info.mnemonic);
  return names;
}

// Writes the code of one thread. A short-lived worker: holds references.
class ColumnLowering {
 public:
  ColumnLowering(const table::Thread& thread, std::vector<Instruction> code, Assembly& assembly,
                 DiagnosticSink& sink)
      : thread_(thread),
        code_(std::move(code)),
        assembly_(assembly),
        sink_(sink),
        builder_(format("P{}", thread.number), ThreadRole::Worker, thread.range) {}

  void run() {
    for (const auto& [name, value] : assembly_.initial_registers(thread_.number)) {
      assign(register_of(name), constant(value), thread_.range);
    }
    collect_labels();
    start_loops();
    for (std::size_t i = 0; i < code_.size(); ++i) {
      at_ = i;
      for (const std::string& label : code_[i].labels) {
        const auto known = labels_.find(label);
        if (known != labels_.end() && known->second.at == i) builder_.place(known->second.target);
      }
      const std::size_t mark = builder_.temporaries_mark();
      if (!code_[i].mnemonic.empty()) lower(code_[i]);
      builder_.release_temporaries(mark);
    }
    assembly_.add_thread(thread_.number, builder_.finish(thread_.range), std::move(registers_),
                         thread_.range);
  }

 private:
  using Target = ThreadBuilder::Target;
  struct LabelInfo {
    std::size_t at = 0;  // the instruction after it
    Target target;
    std::optional<LoopIteration> loop;  // where some later instruction jumps here
  };

  ExpressionPool& pool() { return builder_.expressions(); }
  ExprId constant(Value value) { return pool().constant(value, range()); }
  [[nodiscard]] SourceRange range() const {
    return code_.empty() ? thread_.range : code_[at_].range;
  }
  void assign(RegisterId target, ExprId value, SourceRange at) {
    builder_.emit(Assign{target, value}, at);
  }
  void complain(const std::string& what, SourceRange at, const Hint& hint = {}) {
    sink_.report(DiagnosticKind::LitmusOperands, at, {what}).with_hint(hint);
  }

  // ---- Labels ----

  void collect_labels() {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      for (const std::string& label : code_[i].labels) {
        const bool is_new =
            labels_.emplace(label, LabelInfo{i, builder_.make_target(), std::nullopt}).second;
        if (is_new) continue;
        sink_.report(DiagnosticKind::LitmusLabel, code_[i].range, {"a second", label});
      }
    }
  }

  // A jump backwards is a loop: each has a counter that starts here.
  void start_loops() {
    for (std::size_t i = 0; i < code_.size(); ++i) {
      const Instruction& instruction = code_[i];
      const InstructionInfo* info = find_instruction(instruction.mnemonic);
      if (info == nullptr || info->form != Form::Jump || instruction.operands.size() != 1) continue;
      const auto label = labels_.find(instruction.operands.front().name);
      if (label == labels_.end() || label->second.at > i || label->second.loop) continue;
      const std::uint32_t loop = assembly_.add_loop(instruction.range, "jump");
      const RegisterId counter = builder_.named_register("", false);
      builder_.emit(LoopStart{loop, counter}, instruction.range);
      label->second.loop = LoopIteration{loop, counter};
    }
  }

  // ---- Operands ----

  RegisterId register_of(const std::string& name) {
    const std::string key = x86_register_name(name);
    const auto known = registers_.find(key);
    if (known != registers_.end()) return known->second;
    const RegisterId made = builder_.named_register(key, true);
    registers_.emplace(key, made);
    return made;
  }

  // The flags are two registers: the last result was zero, was negative.
  RegisterId flag(const std::string& name) { return register_of("%" + name); }
  void set_flags(ExprId left, ExprId right) {
    assign(flag("ZF"), pool().binary(Operator::Equal, left, right, range()), range());
    assign(flag("SF"), pool().binary(Operator::Less, left, right, range()), range());
  }

  bool check_register(const Operand& operand) {
    if (operand.kind != OperandKind::Register || is_register(operand.name)) return true;
    sink_
        .report(DiagnosticKind::LitmusOperands, operand.range,
                {format("unknown register `{}`", operand.name)})
        .with_hint(assembly_.has_global(operand.name)
                       ? Hint(format("memory is written `[{}]`", operand.name))
                       : hint_on_x86_register(operand.name));
    return false;
  }

  ExprId address(const Operand& operand) {
    if (is_register(operand.name)) {
      return pool().register_value(register_of(operand.name), operand.range);
    }
    return pool().constant(assembly_.address_of(operand.name), operand.range);
  }

  ExprId value(const Operand& operand) {
    switch (operand.kind) {
      case OperandKind::Immediate: return pool().constant(operand.number, operand.range);
      case OperandKind::Register:
        return pool().register_value(register_of(operand.name), operand.range);
      case OperandKind::Memory: break;
    }
    const RegisterId target = builder_.temporary();
    builder_.emit(Load{target, address(operand), Mode::Plain}, range());
    return pool().register_value(target, operand.range);
  }

  void write(const Operand& operand, ExprId given) {
    if (operand.kind == OperandKind::Memory) {
      builder_.emit(Store{address(operand), given, Mode::Plain}, range());
    } else {
      assign(register_of(operand.name), given, range());
    }
  }

  // ---- Instructions ----

  void lower(const Instruction& instruction) {
    const InstructionInfo* info = find_instruction(instruction.mnemonic);
    if (info == nullptr) {
      sink_
          .report(DiagnosticKind::LitmusInstruction, instruction.mnemonic_range,
                  {instruction.mnemonic})
          .with_hint(did_you_mean(instruction.mnemonic, mnemonics()));
      return;
    }
    if (instruction.operands.size() != info->operands) {
      complain(format("{} takes {} operand{}, not {}", instruction.mnemonic, info->operands,
                      info->operands == 1 ? "" : "s", instruction.operands.size()),
               instruction.range);
      return;
    }
    if (info->form != Form::Jump && !check_operands(instruction, *info)) return;
    lower_form(instruction, *info);
  }

  bool check_operands(const Instruction& instruction, const InstructionInfo& info) {
    std::size_t in_memory = 0;
    for (const Operand& operand : instruction.operands) {
      if (!check_register(operand)) return false;
      if (operand.kind == OperandKind::Memory) ++in_memory;
    }
    if (in_memory > 1) {
      complain("an instruction has at most one operand in memory", instruction.range);
      return false;
    }
    const bool writes_first = !instruction.operands.empty() && info.form != Form::Compare;
    if (writes_first && instruction.operands.front().kind == OperandKind::Immediate) {
      complain("a number cannot be written to", instruction.operands.front().range);
      return false;
    }
    const bool needs_register =
        info.form == Form::ExchangeAdd || info.form == Form::CompareExchange;
    if (needs_register && instruction.operands.back().kind != OperandKind::Register) {
      complain(format("the second operand of {} is a register", instruction.mnemonic),
               instruction.operands.back().range);
      return false;
    }
    if (info.form == Form::Exchange && instruction.operands.back().kind == OperandKind::Immediate) {
      complain("a number cannot be written to", instruction.operands.back().range);
      return false;
    }
    return check_lock(instruction, info, in_memory);
  }

  bool check_lock(const Instruction& instruction, const InstructionInfo& info,
                  std::size_t in_memory) {
    if (!instruction.has_lock) return true;
    switch (info.form) {
      case Form::Exchange:
      case Form::Arithmetic:
      case Form::Step:
      case Form::ExchangeAdd:
      case Form::CompareExchange:
        if (in_memory > 0 && instruction.operands.front().kind == OperandKind::Memory) return true;
        if (in_memory > 0 && info.form == Form::Exchange) return true;
        break;
      default: break;
    }
    complain("LOCK is for instructions that read and write memory", instruction.range);
    return false;
  }

  void lower_form(const Instruction& instruction, const InstructionInfo& info) {
    const std::vector<Operand>& operands = instruction.operands;
    switch (info.form) {
      case Form::Move: write(operands[0], value(operands[1])); break;
      case Form::Exchange: exchange(operands[0], operands[1]); break;
      case Form::Arithmetic: arithmetic(instruction, info, value(operands[1])); break;
      case Form::Step: arithmetic(instruction, info, constant(1)); break;
      case Form::ExchangeAdd: exchange_add(instruction); break;
      case Form::CompareExchange: compare_exchange(instruction); break;
      case Form::Compare: {
        const ExprId left = value(operands[0]);
        set_flags(left, value(operands[1]));
        break;
      }
      case Form::Fence: builder_.emit(FenceInstruction{Mode::Sc}, range()); break;
      case Form::StoreFence: builder_.emit(FenceInstruction{Mode::Rel}, range()); break;
      case Form::LoadFence: builder_.emit(FenceInstruction{Mode::Acq}, range()); break;
      case Form::Nothing: break;
      case Form::Jump: jump(operands[0], info.condition); break;
    }
  }

  ExprId read_modify_write(const Operand& operand, RmwOperator op, ExprId given) {
    const RegisterId old = builder_.temporary();
    builder_.emit(ReadModifyWrite{old, op, address(operand), given, Mode::Plain}, range());
    return pool().register_value(old, range());
  }

  // With memory, a read-modify-write with or without LOCK.
  void exchange(const Operand& first, const Operand& second) {
    if (first.kind != OperandKind::Memory && second.kind != OperandKind::Memory) {
      const RegisterId old = builder_.temporary();
      assign(old, value(first), range());
      write(first, value(second));
      write(second, pool().register_value(old, range()));
      return;
    }
    const bool is_first = first.kind == OperandKind::Memory;
    const Operand& memory = is_first ? first : second;
    const Operand& reg = is_first ? second : first;
    const ExprId old = read_modify_write(memory, RmwOperator::Exchange, value(reg));
    write(reg, old);
  }

  void arithmetic(const Instruction& instruction, const InstructionInfo& info, ExprId given) {
    const Operand& target = instruction.operands[0];
    const Operator op = *operator_of(info.op);
    if (instruction.has_lock) {
      const ExprId old = read_modify_write(target, info.op, given);
      set_flags(pool().binary(op, old, given, range()), constant(0));
      return;
    }
    const RegisterId result = builder_.temporary();
    assign(result, pool().binary(op, value(target), given, range()), range());
    write(target, pool().register_value(result, range()));
    set_flags(pool().register_value(result, range()), constant(0));
  }

  void exchange_add(const Instruction& instruction) {
    const Operand& target = instruction.operands[0];
    const Operand& source = instruction.operands[1];
    const RegisterId added = builder_.temporary();
    assign(added, value(source), range());
    const ExprId given = pool().register_value(added, range());
    ExprId old;
    if (instruction.has_lock) {
      old = read_modify_write(target, RmwOperator::Add, given);
    } else {
      const RegisterId read = builder_.temporary();
      assign(read, value(target), range());
      old = pool().register_value(read, range());
      write(target, pool().binary(Operator::Add, old, given, range()));
    }
    set_flags(pool().binary(Operator::Add, old, given, range()), constant(0));
    write(source, old);
  }

  // Compares with EAX; where it differs, EAX gets what was found.
  void compare_exchange(const Instruction& instruction) {
    const Operand& target = instruction.operands[0];
    const ExprId wanted = pool().register_value(register_of("EAX"), range());
    const ExprId desired = value(instruction.operands[1]);
    const RegisterId found = builder_.temporary();
    const ExprId old = pool().register_value(found, range());
    const Target end = builder_.make_target();
    const Target fails = builder_.make_target();
    if (instruction.has_lock) {
      builder_.emit(CompareAndSwap{found, CasResult::OldValue, address(target), wanted, desired,
                                   Mode::Plain, Mode::Plain},
                    range());
      set_flags(wanted, old);
      assign(register_of("EAX"), old, range());
      builder_.place(fails);
      builder_.place(end);
      return;
    }
    assign(found, value(target), range());
    const Target succeeds = builder_.make_target();
    set_flags(wanted, old);
    builder_.branch(pool().binary(Operator::Equal, old, wanted, range()), succeeds, fails, range());
    builder_.place(succeeds);
    write(target, desired);
    builder_.jump(end, range());
    builder_.place(fails);
    assign(register_of("EAX"), old, range());
    builder_.place(end);
  }

  ExprId taken(Condition86 condition) {
    const ExprId zero = pool().register_value(flag("ZF"), range());
    const ExprId less = pool().register_value(flag("SF"), range());
    const auto negate = [&](ExprId id) { return pool().unary(Operator::Not, id, range()); };
    switch (condition) {
      case Condition86::Always: return constant(1);
      case Condition86::Equal: return zero;
      case Condition86::NotEqual: return negate(zero);
      case Condition86::Less: return less;
      case Condition86::GreaterEqual: return negate(less);
      case Condition86::Greater: return negate(pool().binary(Operator::BitOr, zero, less, range()));
      case Condition86::LessEqual: return pool().binary(Operator::BitOr, zero, less, range());
    }
    return constant(1);
  }

  void jump(const Operand& operand, Condition86 condition) {
    const auto label = labels_.find(operand.name);
    if (label == labels_.end()) {
      std::vector<std::string> names;
      for (const auto& [name, info] : labels_) names.push_back(name);
      sink_.report(DiagnosticKind::LitmusLabel, operand.range, {"unknown", operand.name})
          .with_hint(did_you_mean(operand.name, names));
      return;
    }
    const Target goes = builder_.make_target();
    const Target stays = builder_.make_target();
    builder_.branch(taken(condition), goes, stays, range());
    builder_.place(goes);
    if (label->second.at <= at_ && label->second.loop) {
      builder_.emit(*label->second.loop, range());
    }
    builder_.jump(label->second.target, range());
    builder_.place(stays);
  }

  const table::Thread& thread_;
  std::vector<Instruction> code_;
  Assembly& assembly_;
  DiagnosticSink& sink_;
  ThreadBuilder builder_;
  std::size_t at_ = 0;
  std::map<std::string, LabelInfo> labels_;
  Assembly::Registers registers_;
};

}  // namespace

std::string x86_register_name(const std::string& name) {
  if (name.starts_with('%') && name.size() > 1) {
    std::string bare = x86_register_name(name.substr(1));
    if (std::ranges::find(RegisterNames, bare) != RegisterNames.end()) return bare;
    return name;
  }
  return in_capitals(name);
}

bool is_x86_register(const std::string& name) {
  if (name.starts_with('%')) return true;
  return std::ranges::find(RegisterNames, x86_register_name(name)) != RegisterNames.end();
}

Hint hint_on_x86_register(const std::string& name) {
  const std::vector<std::string> names(RegisterNames.begin(), RegisterNames.end());
  Hint similar = did_you_mean(name, names);
  if (!similar.empty()) return similar;
  return format("the registers are {}; memory is written `[{}]`", quoted_list(names), name);
}

int x86_register_rank(const std::string& name) {
  const auto* found = std::ranges::find(RegisterNames, name);
  return static_cast<int>(found - RegisterNames.begin());
}

bool compile_x86(const SourceBuffer& source, Section section, Assembly& assembly,
                 DiagnosticSink& sink) {
  const std::optional<table::Program> program = parse_table(source, section, sink);
  if (!program) return false;
  for (const table::Thread& thread : program->threads) {
    if (thread.is_lost) {
      assembly.add_lost_thread(thread.number, thread.range);
    } else {
      ColumnLowering(thread, code_of(thread, source, sink), assembly, sink).run();
    }
  }
  return true;
}

}  // namespace drover::litmus
