// Lowers X86_64 instructions to Program, after Intel's Software Developer's Manual, volume 2. The
// source operand comes first, as in Unix assemblers: `movq $1,(x)`. A location is one cell; values
// are cut to the access size. A write to a part of a register keeps the rest, except that a write
// to the low half clears the high half.
//
// As in X86: accesses are plain, locked instructions and XCHG on memory are read-modify-writes,
// MFENCE is a full fence, SFENCE and LFENCE are fences of modes rel and acq.
#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

#include "litmus/dialects/instruction_writer.h"
#include "semantics/program/rmw_operator.h"

namespace drover::litmus {

namespace {

struct Register {
  std::string name;  // of the 64-bit register
  unsigned bits = 64;
};

const std::map<std::string, Register, std::less<>>& registers() {
  static const std::map<std::string, Register, std::less<>> table = [] {
    std::map<std::string, Register, std::less<>> all;
    const auto put = [&](const std::string& whole, const std::string& half,
                         const std::string& quarter, const std::string& byte) {
      all[whole] = {whole, 64};
      all[half] = {whole, 32};
      all[quarter] = {whole, 16};
      all[byte] = {whole, 8};
    };
    for (const std::string letter : {"a", "b", "c", "d"}) {
      put("r" + letter + "x", "e" + letter + "x", letter + "x", letter + "l");
    }
    for (const std::string name : {"si", "di", "bp", "sp"}) {
      put("r" + name, "e" + name, name, name + "l");
    }
    for (int i = 8; i < 16; ++i) {
      const std::string name = "r" + std::to_string(i);
      put(name, name + "d", name + "w", name + "b");
    }
    // Only states name these.
    all["rip"] = {"rip", 64};
    all["cs"] = {"cs", 16};
    return all;
  }();
  return table;
}

constexpr std::array<std::string_view, 18> Order{"rax", "rbx", "rcx", "rdx", "rsi", "rdi",
                                                 "rbp", "rsp", "r8",  "r9",  "r10", "r11",
                                                 "r12", "r13", "r14", "r15", "rip", "cs"};

std::optional<Register> parse_register(const std::string& text) {
  std::string name = lower_case(text);
  if (name.starts_with('%')) name.erase(0, 1);
  const auto found = registers().find(name);
  return found == registers().end() ? std::nullopt : std::optional(found->second);
}

enum class Form : std::uint8_t {
  Move,
  Arithmetic,
  Compare,
  Step,
  Exchange,
  ExchangeAdd,
  CompareExchange,
  MoveIfCarry,
  SetIfNoCarry,
  Fence,
  Jump,
  Shift,
  Return,
  Nothing
};
enum class JumpIf : std::uint8_t {
  Always,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual
};

struct Info {
  Form form = Form::Nothing;
  RmwOperator op = RmwOperator::Add;
  JumpIf condition = JumpIf::Always;
  bool is_unlocked = false;  // UXCH
  Mode fence = Mode::Sc;
  std::string_view operands = "nothing";
};

// Instructions whose names may end with a letter for the operand size.
const InstructionTable<Info>& sized_instructions() {
  static const InstructionTable<Info> table = [] {
    constexpr std::string_view Two = "a source, and a register or a place in memory";
    InstructionTable<Info> all;
    all.put("mov movnti", {.form = Form::Move, .operands = Two});
    all.put("add", {.form = Form::Arithmetic, .op = RmwOperator::Add, .operands = Two});
    all.put("sub", {.form = Form::Arithmetic, .op = RmwOperator::Subtract, .operands = Two});
    all.put("and", {.form = Form::Arithmetic, .op = RmwOperator::And, .operands = Two});
    all.put("or", {.form = Form::Arithmetic, .op = RmwOperator::Or, .operands = Two});
    all.put("xor", {.form = Form::Arithmetic, .op = RmwOperator::Xor, .operands = Two});
    all.put("shl", {.form = Form::Shift, .operands = "a number and a register"});
    all.put("nop", {.operands = "nothing, or what it does not read"});
    all.put("cmp", {.form = Form::Compare, .operands = "two operands"});
    all.put("inc", {.form = Form::Step, .op = RmwOperator::Add, .operands = "one operand"});
    all.put("dec", {.form = Form::Step, .op = RmwOperator::Subtract, .operands = "one operand"});
    all.put("xchg", {.form = Form::Exchange, .operands = "two operands"});
    all.put("uxch", {.form = Form::Exchange, .is_unlocked = true, .operands = "two operands"});
    all.put("xadd",
            {.form = Form::ExchangeAdd, .operands = "a register, and a register or a place"});
    all.put("cmpxchg",
            {.form = Form::CompareExchange, .operands = "a place in memory and a register"});
    all.put("cmovc", {.form = Form::MoveIfCarry, .operands = "a register and a source"});
    return all;
  }();
  return table;
}

const InstructionTable<Info>& other_instructions() {
  static const InstructionTable<Info> table = [] {
    InstructionTable<Info> all;
    all.put("mfence", {.form = Form::Fence});
    all.put("sfence", {.form = Form::Fence, .fence = Mode::Rel});
    all.put("lfence", {.form = Form::Fence, .fence = Mode::Acq});
    all.put("endbr64", {});
    all.put("ret", {.form = Form::Return});
    all.put("setnb", {.form = Form::SetIfNoCarry, .operands = "one operand"});
    const auto put_jump = [&](std::string_view names, JumpIf condition) {
      all.put(names, {.form = Form::Jump, .condition = condition, .operands = "a label"});
    };
    put_jump("jmp", JumpIf::Always);
    put_jump("je jz", JumpIf::Equal);
    put_jump("jne jnz", JumpIf::NotEqual);
    put_jump("jl jlt js", JumpIf::Less);
    put_jump("jle", JumpIf::LessEqual);
    put_jump("jg jgt", JumpIf::Greater);
    put_jump("jge jns", JumpIf::GreaterEqual);
    return all;
  }();
  return table;
}

// Writes the code of one thread. A short-lived worker: holds references.
class X8664Writer : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

 private:
  // ---- Operands

  [[nodiscard]] const Dialect& dialect() const override { return X8664Dialect; }
  [[nodiscard]] std::vector<std::string> known_mnemonics() const override {
    std::vector<std::string> names;
    for (const std::string& name : sized_instructions().names()) {
      names.push_back(name);
      for (const char* size : {"b", "w", "l", "q"}) names.push_back(name + size);
    }
    for (const std::string& name : other_instructions().names()) names.push_back(name);
    return names;
  }

  [[nodiscard]] static bool is_in_memory(const Operand& given) {
    return given.kind == OperandKind::Memory || given.kind == OperandKind::Offset;
  }
  [[nodiscard]] bool has_memory() const {
    return std::ranges::any_of(instruction().operands, is_in_memory);
  }

  [[nodiscard]] bool has_scaled_addresses() const override { return true; }

  // `(x)`, `[x]`, `(%rax)`, `4(%rax)`, `x(%rip)`, `0(%rax,%rbx,8)`.
  ExprId address(const Operand& given) {
    if (given.has_segment) refuse("a segment is not supported in an address", given.range);
    if (!given.index_name.empty()) return scaled_address(given);
    if (given.kind == OperandKind::Memory) {
      if (given.parts.size() != 1 || given.parts[0].kind != OperandKind::Name) refuse_operands();
      return address_named(given.parts[0].name, 0);
    }
    const bool is_relative = lower_case(given.name) == "%rip" || lower_case(given.name) == "rip";
    if (is_relative && !given.offset_name.empty()) return address_named(given.offset_name, 0);
    if (!given.offset_name.empty()) refuse_operands();
    return address_named(given.name, given.number);
  }
  ExprId scaled_address(const Operand& given) {
    const std::optional<Register> index = parse_register(given.index_name);
    if (!index) refuse(format("unknown register `{}`", given.index_name), given.range);
    if (given.scale != 1 && given.scale != 2 && given.scale != 4 && given.scale != 8) {
      refuse(format("an index is multiplied by 1, 2, 4 or 8, not by {}", given.scale), given.range);
    }
    const ExprId distance =
        binary(Operator::Multiply, value_of(register_of(index->name)), constant(given.scale));
    return add(address_named(given.name, given.number), distance);
  }
  ExprId address_named(const std::string& name, Value offset) {
    const std::optional<Register> reg = parse_register(name);
    const ExprId base =
        reg ? value_of(register_of(reg->name)) : constant(assembly().address_of(name));
    return offset == 0 ? base : add(base, constant(offset));
  }
  Register reg(const Operand& given) { return *parse_register(register_name(given)); }

  // Returns the size of an access: of the mnemonic, of a register operand, or of an int.
  [[nodiscard]] unsigned bits() const {
    if (bits_ != 0) return bits_;
    for (const Operand& each : instruction().operands) {
      const auto found = each.kind == OperandKind::Name ? parse_register(each.name) : std::nullopt;
      if (found) return found->bits;
    }
    return 32;
  }

  ExprId read(const Operand& given) {
    switch (given.kind) {
      case OperandKind::Number: return constant(given.number);
      case OperandKind::Name: return low_bits(value_of(register_of(reg(given).name)), bits());
      case OperandKind::Memory:
      case OperandKind::Offset: {
        const RegisterId found = temporary();
        emit(Load{found, address(given)});
        return low_bits(value_of(found), bits());
      }
      default: refuse_operands();
    }
  }
  void write_register(const Register& target, ExprId value) {
    const RegisterId all = register_of(target.name);
    if (bits() >= 32) return assign(all, low_bits(value, bits()));
    const Value hole = ~((Value{1} << bits()) - 1);
    assign(all, bit_or(bit_and(value_of(all), constant(hole)), low_bits(value, bits())));
  }
  void write(const Operand& target, ExprId value) {
    if (target.kind == OperandKind::Number) {
      refuse("a number cannot be written to", target.range);
    }
    if (is_in_memory(target)) {
      emit(Store{address(target), low_bits(value, bits())});
    } else {
      write_register(reg(target), value);
    }
  }

  // ---- Flags

  RegisterId zero() { return hidden_register("ZF"); }
  RegisterId negative() { return hidden_register("SF"); }
  RegisterId carry() { return hidden_register("CF"); }

  void set_flags(ExprId left, ExprId right) {
    const ExprId a = kept(signed_bits(left, bits()));
    const ExprId b = kept(signed_bits(right, bits()));
    assign(zero(), equal(a, b));
    assign(negative(), binary(Operator::Less, a, b));
    assign(carry(), unsigned_less(a, b));
  }

  // ---- Instructions

  // Applies a locked instruction to memory. Returns the old value.
  ExprId update(const Operand& place, RmwOperator op, ExprId given) {
    const RegisterId old = temporary();
    emit(ReadModifyWrite{.target = old, .op = op, .address = address(place), .operand = given});
    return low_bits(value_of(old), bits());
  }
  void arithmetic(const Operand& target, ExprId given) {
    const Operator op = *operator_of(info_.op);
    if (instruction().has_lock) {
      if (!is_in_memory(target)) refuse_lock();
      const ExprId old = update(target, info_.op, given);
      set_flags(binary(op, old, given), constant(0));
      return;
    }
    const ExprId result = kept(low_bits(binary(op, read(target), given), bits()));
    write(target, result);
    set_flags(result, constant(0));
  }
  [[noreturn]] void refuse_lock() {
    refuse("lock is for instructions that read and write memory", instruction().range);
  }
  void exchange() {
    expect(2);
    const Operand& first = operand(0);
    const Operand& second = operand(1);
    if (!has_memory() || info_.is_unlocked) {
      const ExprId a = kept(read(first));
      const ExprId b = kept(read(second));
      write(first, b);
      write(second, a);
      return;
    }
    const bool is_first = is_in_memory(first);
    const Operand& place = is_first ? first : second;
    const Operand& other = is_first ? second : first;
    if (is_in_memory(other))
      refuse("an instruction has at most one operand in memory", other.range);
    write(other, update(place, RmwOperator::Exchange, low_bits(read(other), bits())));
  }
  void exchange_add() {
    expect(2);
    const ExprId given = kept(read(operand(0)));
    ExprId old;
    if (instruction().has_lock && is_in_memory(operand(1))) {
      old = update(operand(1), RmwOperator::Add, given);
    } else {
      old = kept(read(operand(1)));
      write(operand(1), add(old, given));
    }
    set_flags(add(old, given), constant(0));
    write(operand(0), old);
  }
  // Compares with rax. If they differ, rax receives the value found.
  void compare_exchange() {
    expect(2);
    const bool is_first = is_in_memory(operand(0));
    const Operand& place = operand(is_first ? 0 : 1);
    const Operand& source = operand(is_first ? 1 : 0);
    const Register accumulator{"rax", bits()};
    const ExprId wanted = kept(low_bits(value_of(register_of("rax")), bits()));
    const ExprId desired = read(source);
    if (instruction().has_lock && is_in_memory(place)) {
      const RegisterId found = temporary();
      emit(CompareAndSwap{.target = found,
                          .result = CasResult::OldValue,
                          .address = address(place),
                          .expected = wanted,
                          .desired = desired});
      set_flags(wanted, value_of(found));
      write_register(accumulator, value_of(found));
      return;
    }
    const ExprId found = kept(read(place));
    const Target succeeds = make_target();
    const Target fails = make_target();
    const Target end = make_target();
    set_flags(wanted, found);
    branch(equal(wanted, found), succeeds, fails);
    this->place(succeeds);
    write(place, desired);
    go_to(end);
    this->place(fails);
    write_register(accumulator, found);
    this->place(end);
  }
  ExprId taken() {
    const ExprId is_zero = value_of(zero());
    const ExprId is_less = value_of(negative());
    const auto negated = [&](ExprId value) { return unary(Operator::Not, value); };
    switch (info_.condition) {
      case JumpIf::Always: return constant(1);
      case JumpIf::Equal: return is_zero;
      case JumpIf::NotEqual: return negated(is_zero);
      case JumpIf::Less: return is_less;
      case JumpIf::GreaterEqual: return negated(is_less);
      case JumpIf::LessEqual: return bit_or(is_zero, is_less);
      case JumpIf::Greater: return negated(bit_or(is_zero, is_less));
    }
    return constant(1);
  }

  void move() {
    expect(2);
    if (is_in_memory(operand(0)) && is_in_memory(operand(1))) {
      refuse("an instruction has at most one operand in memory", instruction().range);
    }
    write(operand(1), read(operand(0)));
  }

  void move_if_carry() {
    expect(2);
    const ExprId given = kept(read(operand(1)));
    write(operand(0), select(value_of(carry()), given, read(operand(0))));
  }

  void shift() {
    expect(2);
    const Value count = number(0) & (bits() == 64 ? 63 : 31);
    const ExprId result =
        kept(low_bits(shift_left(read(operand(1)), static_cast<unsigned>(count)), bits()));
    write(operand(1), result);
    set_flags(result, constant(0));
  }

  [[nodiscard]] const Info* find() {
    bits_ = 0;
    const std::string& name = mnemonic();
    if (const Info* other = other_instructions().find(name)) return other;
    if (const Info* exact = sized_instructions().find(name)) return exact;
    constexpr std::string_view Sizes = "bwlq";
    const std::size_t size = Sizes.find(name.back());
    if (name.size() < 3 || size == std::string_view::npos) return nullptr;
    const Info* sized = sized_instructions().find(name.substr(0, name.size() - 1));
    if (sized != nullptr) bits_ = 8U << size;
    return sized;
  }

  bool lower_known() override {
    const Info* found = find();
    if (found == nullptr) return false;
    info_ = *found;
    takes(info_.operands);
    const bool may_lock = info_.form == Form::Arithmetic || info_.form == Form::Step ||
                          info_.form == Form::Exchange || info_.form == Form::ExchangeAdd ||
                          info_.form == Form::CompareExchange;
    if (instruction().has_lock && (!may_lock || !has_memory())) refuse_lock();
    switch (info_.form) {
      case Form::Move: move(); break;
      case Form::Arithmetic:
        expect(2);
        arithmetic(operand(1), read(operand(0)));
        break;
      case Form::Step:
        expect(1);
        arithmetic(operand(0), constant(1));
        break;
      case Form::Compare: {
        expect(2);
        // As in Unix assemblers, the second operand is compared with the first.
        const ExprId right = kept(read(operand(0)));
        set_flags(read(operand(1)), right);
        break;
      }
      case Form::Exchange: exchange(); break;
      case Form::ExchangeAdd: exchange_add(); break;
      case Form::CompareExchange: compare_exchange(); break;
      case Form::MoveIfCarry: move_if_carry(); break;
      case Form::SetIfNoCarry:
        expect(1);
        bits_ = 8;
        write(operand(0), unary(Operator::Not, value_of(carry())));
        break;
      case Form::Fence:
        expect(0);
        emit(FenceInstruction{info_.fence});
        break;
      case Form::Jump:
        expect(1);
        jump_if(taken(), operand(0));
        break;
      case Form::Shift: shift(); break;
      case Form::Return:
        expect(0);
        end_thread();
        break;
      case Form::Nothing: break;
    }
    return true;
  }

  Info info_;
  unsigned bits_ = 0;  // by the mnemonic; 0: not given
};

}  // namespace

const Dialect X8664Dialect{
    .architecture = "X86_64",
    .default_model = "tso",
    .compile = compile_table<X8664Writer>,
    .register_name =
        [](const std::string& name) {
          const std::optional<Register> found = parse_register(name);
          return found ? found->name : name;
        },
    .is_register = [](const std::string& name) { return parse_register(name).has_value(); },
    .hint_on_register =
        [](const std::string& name) {
          return Hint(
              format("the registers are rax … rdx, rsi, rdi, rbp, rsp, r8 … r15, and their parts; "
                     "memory is written `({})`",
                     name));
        },
    .register_rank =
        [](const std::string& name) {
          return static_cast<int>(std::ranges::find(Order, name) - Order.begin());
        }};

}  // namespace drover::litmus
