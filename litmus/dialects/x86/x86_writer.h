#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "litmus/dialects/instruction_writer.h"
#include "semantics/program/rmw_operator.h"

namespace drover::litmus::x86 {

struct Register {
  std::string name;  // of the whole register
  unsigned bits = 64;
};

class Writer;

// Flags that a conditional jump tests.
enum Flag : unsigned { Zero = 1, Less = 2 };

struct Info {
  void (Writer::*lower)() = nullptr;  // null: the instruction does nothing
  std::size_t count = 0;              // of operands
  std::string_view operands = "nothing";
  RmwOperator op = RmwOperator::Add;
  Mode fence = Mode::Sc;
  unsigned flags = 0;       // of a jump: taken if one of them is set; 0: always
  bool is_negated = false;  // taken if none of them is set
  bool may_lock = false;
  bool is_sized = false;     // in X86_64, a letter after the name may give the operand size
  unsigned bits = 0;         // of the operands; 0: by the dialect
  bool is_unlocked = false;  // UXCH
};

// Writes the code of one thread: what X86 and X86_64 share. Memory accesses are plain, the model's
// ordinary accesses. `LOCK`ed instructions and XCHG on memory are read-modify-writes. MFENCE is a
// full fence. SFENCE is a fence of stores (mode rel), which matters under pso. LFENCE is a fence of
// mode acq: it adds no order to TSO and PSO, but may in models from files. A short-lived worker:
// holds references.
class Writer : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  void move() {
    if (is_in_memory(operand(0)) && is_in_memory(operand(1))) refuse_second_place(here_);
    write(target(), read(source()));
  }
  void arithmetic() { compute(target(), read(source())); }
  // The carry stays.
  void step() {
    const ExprId before = kept(value_of(carry()));
    compute(operand(0), constant(1));
    assign(carry(), before);
  }
  void compare() {
    const ExprId right = kept(read(source()));
    set_flags(read(target()), right);
  }
  // On memory, a read-modify-write with or without LOCK.
  void exchange() {
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
    const Operand& other = is_first ? second : first;
    if (is_in_memory(other)) refuse_second_place(other.range);
    write(other, update(is_first ? first : second, RmwOperator::Exchange, read(other)));
  }
  void exchange_add() {
    const ExprId given = kept(read(source()));
    const bool is_locked = instruction().has_lock && is_in_memory(target());
    const ExprId old = is_locked ? update(target(), RmwOperator::Add, given) : kept(read(target()));
    set_flags_after(Operator::Add, old, given);
    // A register that is exchanged with itself receives the sum; an address may use the source.
    if (!is_in_memory(target())) write(source(), old);
    if (!is_locked) write(target(), add(old, given));
    if (is_in_memory(target())) write(source(), old);
  }
  // Compares with the accumulator. If they differ, the accumulator receives the value found.
  void compare_exchange() {
    const bool is_swapped = is_in_memory(source());
    const Operand& at = is_swapped ? source() : target();
    const Register accumulator{accumulator_name(), bits()};
    const ExprId wanted = kept(low_bits(value_of(register_of(accumulator.name)), bits()));
    const ExprId desired = read(is_swapped ? target() : source());
    if (instruction().has_lock && is_in_memory(at)) {
      const RegisterId found = temporary();
      emit_sized(CompareAndSwap{.target = found,
                                .result = CasResult::OldValue,
                                .address = address(at),
                                .expected = wanted,
                                .desired = desired},
                 access_bits());
      set_flags(wanted, value_of(found));
      write_register(accumulator, value_of(found));
      return;
    }
    const ExprId found = kept(read(at));
    set_flags(wanted, found);
    if_else(
        equal(wanted, found), Flow::Onward, [&] { write(at, desired); },
        [&] { write_register(accumulator, found); });
  }
  void fence() { emit(FenceInstruction{info_.fence}); }
  void jump_on_flags() {
    const ExprId zero = value_of(flag("%ZF"));
    const ExprId less = value_of(flag("%SF"));
    const ExprId is_set = info_.flags == 0      ? constant(1)
                          : info_.flags == Zero ? zero
                          : info_.flags == Less ? less
                                                : bit_or(zero, less);
    jump_if(info_.is_negated ? unary(Operator::Not, is_set) : is_set, operand(0));
  }
  void shift() {
    const auto count = static_cast<unsigned>(number(0) & (bits() == 64 ? 63 : 31));
    const ExprId before = kept(read(operand(1)));
    const ExprId result = kept(low_bits(shift_left(before, count), bits()));
    write(operand(1), result);
    if (count == 0) return;
    set_flags(result, constant(0));
    // The last bit that is shifted out.
    const bool has_it = count <= bits();
    assign(carry(),
           has_it ? bit_and(shift_right(before, bits() - count), constant(1)) : constant(0));
  }
  void move_if_carry() {
    const ExprId given = kept(read(operand(1)));
    write(operand(0), select(value_of(carry()), given, read(operand(0))));
  }
  void set_if_no_carry() {
    bits_ = 8;
    write(operand(0), unary(Operator::Not, value_of(carry())));
  }
  void end() { end_thread(); }

 protected:
  virtual const Operand& target() = 0;
  virtual const Operand& source() = 0;
  virtual Register reg(const Operand& given) = 0;
  virtual ExprId address(const Operand& given) = 0;
  // Returns the register of a flag, `%ZF` or `%SF`.
  virtual RegisterId flag(const std::string& name) = 0;
  [[nodiscard]] virtual std::string accumulator_name() const = 0;
  // Returns the size of the operands of the instruction.
  [[nodiscard]] virtual unsigned bits() const = 0;
  [[nodiscard]] virtual unsigned access_bits() const { return bits(); }

  // Refused below, where an address may not have an index.
  [[nodiscard]] bool has_scaled_addresses() const override { return true; }
  [[nodiscard]] static bool is_in_memory(const Operand& given) {
    return given.kind == OperandKind::Memory || given.kind == OperandKind::Offset;
  }
  [[nodiscard]] bool has_memory() const {
    return std::ranges::any_of(instruction().operands, is_in_memory);
  }
  [[noreturn]] void refuse_second_place(SourceRange at) {
    refuse("an instruction has at most one operand in memory", at);
  }
  [[noreturn]] void refuse_lock() {
    refuse(format("{} is for instructions that read and write memory", spelled("lock")),
           instruction().range);
  }
  void refuse_number(const Operand& written) {
    if (written.kind == OperandKind::Number) refuse("a number cannot be written to", written.range);
  }
  void lower() {
    if (info_.lower != nullptr) (this->*info_.lower)();
  }

  Info info_;
  unsigned bits_ = 0;  // by the mnemonic; 0: not given

 private:
  ExprId read(const Operand& given) {
    switch (given.kind) {
      case OperandKind::Number: return constant(given.number);
      case OperandKind::Name: return low_bits(value_of(register_of(reg(given).name)), bits());
      case OperandKind::Memory:
      case OperandKind::Offset: {
        const RegisterId found = temporary();
        emit_sized(Load{found, address(given)}, access_bits());
        return low_bits(value_of(found), bits());
      }
      default: refuse_operands();
    }
  }
  // Keeps the rest of the register, except that a write to its low half clears the high half.
  void write_register(const Register& changed, ExprId value) {
    const RegisterId all = register_of(changed.name);
    if (bits() >= 32) return assign(all, low_bits(value, bits()));
    const Value hole = ~((Value{1} << bits()) - 1);
    assign(all, bit_or(bit_and(value_of(all), constant(hole)), low_bits(value, bits())));
  }
  void write(const Operand& changed, ExprId value) {
    refuse_number(changed);
    if (is_in_memory(changed)) {
      emit_sized(Store{address(changed), low_bits(value, bits())}, access_bits());
    } else {
      write_register(reg(changed), value);
    }
  }

  RegisterId carry() { return hidden_register("CF"); }
  void set_flags(ExprId left, ExprId right) {
    const ExprId a = kept(signed_bits(left, bits()));
    const ExprId b = kept(signed_bits(right, bits()));
    assign(flag("%ZF"), equal(a, b));
    assign(flag("%SF"), binary(Operator::Less, a, b));
    assign(carry(), unsigned_less(a, b));
  }

  // The flags after arithmetic: an addition carries, a subtraction borrows.
  void set_flags_after(Operator op, ExprId old, ExprId given) {
    const ExprId left = kept(low_bits(old, bits()));
    const ExprId right = kept(low_bits(given, bits()));
    const ExprId result = kept(low_bits(binary(op, left, right), bits()));
    set_flags(result, constant(0));
    assign(carry(), op == Operator::Add        ? unsigned_less(result, left)
                    : op == Operator::Subtract ? unsigned_less(left, right)
                                               : constant(0));
  }

  // Applies a locked instruction to memory. Returns the old value.
  ExprId update(const Operand& place, RmwOperator op, ExprId given) {
    const RegisterId old = temporary();
    emit_sized(
        ReadModifyWrite{.target = old, .op = op, .address = address(place), .operand = given},
        access_bits());
    return low_bits(value_of(old), bits());
  }
  void compute(const Operand& changed, ExprId given) {
    const Operator op = *operator_of(info_.op);
    if (instruction().has_lock) {
      if (!is_in_memory(changed)) refuse_lock();
      const ExprId old = update(changed, info_.op, given);
      set_flags_after(op, old, given);
      return;
    }
    const ExprId old = kept(read(changed));
    const ExprId added = kept(given);
    write(changed, low_bits(binary(op, old, added), bits()));
    set_flags_after(op, old, added);
  }
};

// An instruction, with its names in X86 and in X86_64.
struct Row {
  std::string_view x86, x86_64;
  Info info;
};

constexpr Info sized(void (Writer::*lower)(), std::size_t count, std::string_view operands) {
  return {.lower = lower, .count = count, .operands = operands, .is_sized = true};
}
constexpr Info may_lock(Info info) {
  info.may_lock = true;
  return info;
}
constexpr Info of_bits(unsigned bits, Info info) {
  info.bits = bits;
  return info;
}
constexpr Info arithmetic(RmwOperator op) {
  Info info = sized(&Writer::arithmetic, 2, "a source, and a register or a place in memory");
  info.op = op;
  return may_lock(info);
}
constexpr Info step(RmwOperator op) {
  Info info = sized(&Writer::step, 1, "one operand");
  info.op = op;
  return may_lock(info);
}
constexpr Info exchange(bool is_unlocked) {
  Info info = sized(&Writer::exchange, 2, "two operands");
  info.is_unlocked = is_unlocked;
  return may_lock(info);
}
constexpr Info fence(Mode mode) { return {.lower = &Writer::fence, .fence = mode}; }
constexpr Info jump(unsigned flags, bool is_negated = false) {
  return {.lower = &Writer::jump_on_flags,
          .count = 1,
          .operands = "a label",
          .flags = flags,
          .is_negated = is_negated};
}

inline constexpr std::array Rows{
    Row{"MOV MOVL MOVQ", "mov movnti",
        sized(&Writer::move, 2, "a source, and a register or a place in memory")},
    Row{"MOVB", "", of_bits(8, sized(&Writer::move, 2, "a register or a place, and a source"))},
    Row{"MOVW", "", of_bits(16, sized(&Writer::move, 2, "a register or a place, and a source"))},
    Row{"XCHG", "xchg", exchange(false)},
    Row{"", "uxch", exchange(true)},
    Row{"ADD", "add", arithmetic(RmwOperator::Add)},
    Row{"SUB", "sub", arithmetic(RmwOperator::Subtract)},
    Row{"AND", "and", arithmetic(RmwOperator::And)},
    Row{"OR", "or", arithmetic(RmwOperator::Or)},
    Row{"XOR", "xor", arithmetic(RmwOperator::Xor)},
    Row{"INC", "inc", step(RmwOperator::Add)},
    Row{"DEC", "dec", step(RmwOperator::Subtract)},
    Row{"XADD", "xadd",
        may_lock(sized(&Writer::exchange_add, 2, "a register, and a register or a place"))},
    Row{"CMPXCHG", "cmpxchg",
        may_lock(sized(&Writer::compare_exchange, 2, "a place in memory and a register"))},
    Row{"CMP", "cmp", sized(&Writer::compare, 2, "two operands")},
    Row{"", "shl", sized(&Writer::shift, 2, "a number and a register")},
    Row{"CMOVC", "cmovc", sized(&Writer::move_if_carry, 2, "a register and a source")},
    Row{"SETNB",
        "setnb",
        {.lower = &Writer::set_if_no_carry, .count = 1, .operands = "one operand"}},
    Row{"MFENCE", "mfence", fence(Mode::Sc)},
    Row{"LFENCE", "lfence", fence(Mode::Acq)},
    Row{"SFENCE", "sfence", fence(Mode::Rel)},
    Row{"NOP", "nop", sized(nullptr, 0, "nothing, or what it does not read")},
    Row{"", "endbr64", {}},
    Row{"", "ret", {.lower = &Writer::end}},
    Row{"JMP", "jmp", jump(0)},
    Row{"JE JZ", "je jz", jump(Zero)},
    Row{"JNE JNZ", "jne jnz", jump(Zero, true)},
    Row{"JL", "jl jlt js", jump(Less)},
    Row{"JGE", "jge jns", jump(Less, true)},
    Row{"JG", "jg jgt", jump(Zero | Less, true)},
    Row{"JLE", "jle", jump(Zero | Less)}};

inline InstructionTable<Info> table(std::string_view Row::*names) {
  InstructionTable<Info> all;
  for (const Row& row : Rows) all.put(row.*names, row.info);
  return all;
}

}  // namespace drover::litmus::x86
