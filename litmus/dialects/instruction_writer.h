#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/dialects/dialect.h"
#include "litmus/dialects/parse_table.h"
#include "litmus/dialects/thread_writer.h"
#include "support/format.h"
#include "support/text.h"

namespace drover::litmus {

// Operations on two operands.
enum class Operation : std::uint8_t {
  None,
  Add,
  Subtract,
  SubtractFrom,  // b - a
  And,
  AndNot,
  Or,
  OrNot,
  Xor,
  XorNot,
  Nor,
  Multiply,
  SignedMax,
  SignedMin,
  UnsignedMax,
  UnsignedMin,
  ShiftLeft,
  ShiftRight,
  ShiftArithmetic,
  Other,  // dialect-specific
};

// The instructions of a dialect by their names.
template <typename Info>
class InstructionTable {
 public:
  // Adds a row for each name. Blanks separate the names.
  void put(std::string_view names, const Info& info) {
    for (std::string& name : words_of(names)) rows_.insert_or_assign(std::move(name), info);
  }
  [[nodiscard]] const Info* find(std::string_view name) const {
    const auto found = rows_.find(name);
    return found == rows_.end() ? nullptr : &found->second;
  }
  // Sorted.
  [[nodiscard]] std::vector<std::string> names() const { return keys_of(rows_); }

 private:
  std::map<std::string, Info, std::less<>> rows_;
};

// Returns the number of a register like `r12`, up to `last`.
[[nodiscard]] std::optional<int> register_number(std::string_view text, char letter, int last);
// Returns the register of a machine that numbers its registers: `number` is that of `name`, if it
// has one. `%x` is a register without a number.
[[nodiscard]] std::optional<StateRegister> numbered_register(const std::string& name, char letter,
                                                             std::optional<int> number);

// Writes the columns of a table: labels and jumps, registers, and the expressions of instructions.
// A dialect derives from this class and lowers each instruction. Invalid operands are reported
// once, and the instruction is left out. A short-lived worker: holds references.
class InstructionWriter : public ThreadWriter {
 public:
  // A column of a table.
  InstructionWriter(const SourceBuffer& source, const std::vector<table::Thread>& threads,
                    std::size_t column, Assembly& assembly, DiagnosticSink& sink);

  // Writes the thread into the assembly.
  void run();

 protected:
  using Operand = table::Operand;
  using OperandKind = table::OperandKind;

  // Lowers `instruction()`, whose name is `mnemonic()`. False if it is unknown.
  virtual bool lower_known() = 0;
  // Returns the mnemonic in the table's spelling.
  [[nodiscard]] virtual std::string spelled(const std::string& mnemonic) const {
    return lower_case(mnemonic);
  }
  [[nodiscard]] virtual std::vector<std::string> known_mnemonics() const = 0;
  // Returns the extension of an unknown instruction; empty if not known.
  [[nodiscard]] virtual std::string_view extension() const { return ""; }
  // True if addresses may be `4(%rax,%rbx,8)`.
  [[nodiscard]] virtual bool has_scaled_addresses() const { return false; }
  [[nodiscard]] virtual const Dialect& dialect() const = 0;
  // True if observed values have types: see Assembly.
  [[nodiscard]] virtual bool uses_types() const { return true; }
  // True if an instruction jumps to the address in a register; is_call: if it saves the return
  // address.
  [[nodiscard]] virtual bool jumps_to_address(const table::Instruction& /*i*/) const {
    return false;
  }
  [[nodiscard]] virtual bool is_call(const table::Instruction& /*i*/) const { return false; }
  // True if the instruction makes the address of code a value.
  [[nodiscard]] virtual bool takes_address(const table::Instruction& i) const { return is_call(i); }
  // True if the instruction makes its own address a value.
  [[nodiscard]] virtual bool takes_own_address(const table::Instruction& /*i*/) const {
    return false;
  }
  // Returns the size of an instruction in bytes, for jumps that are written as distances.
  [[nodiscard]] virtual Value instruction_size() const { return 4; }
  // True if the instruction has one of these names, in the table's spelling.
  [[nodiscard]] bool is_named(const table::Instruction& i,
                              std::initializer_list<std::string_view> names) const {
    return std::ranges::find(names, spelled(i.mnemonic)) != names.end();
  }
  // Returns an instruction as states show it; empty if not supported.
  [[nodiscard]] virtual std::string code_text(std::size_t /*at*/) const { return ""; }

  // ---- Operands and diagnostics

  [[nodiscard]] const table::Instruction& instruction() const { return *instruction_; }
  [[nodiscard]] const std::string& mnemonic() const { return mnemonic_; }

  // Sets the description of the operands, for diagnostics.
  void takes(std::string_view operands) { operands_ = operands; }

  [[noreturn]] void refuse(const std::string& what, SourceRange at, const Hint& hint = {}) {
    complain(what, at, hint);
    throw Refused{};
  }
  // Refuses an instruction whose error was reported before.
  [[noreturn]] static void refuse_silently() { throw Refused{}; }
  [[noreturn]] void refuse_operands() {
    refuse(format("{} takes {}", mnemonic_, operands_), instruction_->range);
  }
  void report_unsupported(const std::string& what, SourceRange at) {
    sink_.report(DiagnosticKind::LitmusUnsupported, at, {what});
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
  // Returns the program's name of a register operand. Reports any other operand.
  std::string register_name(const Operand& given) {
    if (given.kind != OperandKind::Name && given.kind != OperandKind::Offset) refuse_operands();
    if (auto known = dialect().find_register(given.name)) return std::move(known->name);
    refuse(format("unknown register `{}`", given.name), given.range,
           assembly_.has_global(given.name)
               ? Hint(format("put the address of `{}` into a register in the initial state",
                             given.name))
               : dialect().hint_on_register(given.name));
  }

  void complain(const std::string& what, SourceRange at, const Hint& hint = {});

  // ---- Registers and expressions

  // Returns a register that the program does not name.
  RegisterId hidden_register(const std::string& name);
  // Returns a number with the low bits set.
  static Value mask_of(unsigned bits);
  ExprId select(ExprId condition, ExprId if_true, ExprId if_false);
  // The low bits of a value, unsigned; and in two's complement.
  ExprId low_bits(ExprId value, unsigned bits);
  ExprId signed_bits(ExprId value, unsigned bits);
  // The part of a value that an instruction of this size uses, extended to 64 bits. A word that is
  // an address stays whole: its bits do not matter.
  ExprId part(ExprId value, unsigned bits, bool is_signed);
  // Comparison and right shift of unsigned numbers.
  ExprId unsigned_less(ExprId a, ExprId b);
  ExprId shift_right(ExprId value, ExprId count);
  ExprId shift_right(ExprId value, unsigned count) { return shift_right(value, constant(count)); }
  ExprId shift_left(ExprId value, unsigned count);
  // Applies an operation to two values, cut to `bits`. A shift takes its count modulo `bits`.
  ExprId applied(Operation op, ExprId a, ExprId b, unsigned bits = 64);
  // Returns a copy of a value: using it twice does not compute it twice.
  ExprId kept(ExprId value);

  // ---- Instructions

  // Writes an access of this size.
  template <typename Access>
  void emit_sized(Access access, unsigned bits) {
    access.bytes = static_cast<std::uint8_t>(bits / 8);
    emit(std::move(access));
  }
  // A store that may always fail, and may succeed if the reservation holds. The outcome is a choice
  // that depends on nothing.
  template <typename Success, typename Failure>
  void store_if_reserved(ExprId is_reserved, const Success& success, const Failure& failure) {
    const Target may = make_target();
    const Target succeeds = make_target();
    const Target fails = make_target();
    const Target end = make_target();
    branch(is_reserved, may, fails, Flow::Silent);
    place(may);
    const RegisterId choice = temporary();
    emit(Choose{choice, 2});
    branch(value_of(choice), succeeds, fails, Flow::Silent);
    place(succeeds);
    success();
    assign(reserved_address(), constant(0));
    go_to(end);
    place(fails);
    failure();
    assign(reserved_address(), constant(0));
    place(end);
  }
  RegisterId reserved_address() { return hidden_register("reserved address"); }
  // Jumps if the condition holds. Reports an unknown label.
  void jump_if(ExprId condition, const table::Operand& target);
  void jump(const table::Operand& target) { jump_if(constant(1), target); }
  // True if the operand is a label of the thread.
  [[nodiscard]] bool is_label(const table::Operand& operand) const {
    return labels_.contains(label_name(operand, at_));
  }
  // Returns the address of the code after a label of the thread, after this call, or of this
  // instruction.
  ExprId code_address(const table::Operand& label);
  ExprId return_address() { return address_of_place(at_ + 1); }
  ExprId own_address() { return address_of_place(at_); }
  // Jumps to the label with this address. Discards executions without such a label. A return to
  // address 0 ends the thread.
  void jump_to_address(ExprId address, bool is_return = false);

  // Ends the thread.
  void end_thread() { go_to(end_); }

  [[nodiscard]] const table::Thread& thread() const { return thread_; }
  [[nodiscard]] std::string_view source_text(SourceRange range) const {
    return source_.text(range);
  }

 private:
  struct Refused {};

  void lower(const table::Instruction& instruction);
  void place_labels(std::size_t at);
  void refuse_scaled();
  void report_missing();

  struct LabelInfo {
    std::size_t at = 0;  // the instruction after the label
    Target target;
    std::optional<LoopIteration> loop;  // set if a later instruction jumps here
  };

  // A thread that jumps to addresses may run the code of other threads with its own registers. It
  // has a copy of their code after its own.
  void add_code_of_others();
  void add_code_of(const table::Thread& other);
  void collect_labels();
  void add_code_behind(const std::string& label, std::size_t at);
  void add_hidden_label(std::size_t at);
  ExprId address_of_place(std::size_t at);
  // Returns `at`; the end of the thread if `at` is the end of own or copied code.
  [[nodiscard]] std::size_t behind(std::size_t at) const;
  [[nodiscard]] std::string code_name_of(const std::string& label) const;
  void go_to_label(const LabelInfo& label);
  void report_unknown_label(const table::Operand& target);
  void start_loops();
  void start_loop(const std::string& name, std::size_t at);
  // Returns the name of the label that an operand refers to; empty if it is no label.
  [[nodiscard]] std::string label_name(const table::Operand& operand, std::size_t at) const;

  const SourceBuffer& source_;
  const std::vector<table::Thread>& threads_;
  table::Thread thread_;
  std::vector<std::size_t> ends_;  // of the thread's own code, and of the copies
  std::size_t at_ = 0;
  std::map<std::string, LabelInfo> labels_;
  std::map<std::string, RegisterId> hidden_;
  const table::Instruction* instruction_ = nullptr;
  std::string mnemonic_;
  std::string_view operands_;
};

// Writes the code of each thread with a `Writer`.
template <typename Writer>
void write_threads(const SourceBuffer& source, const std::vector<table::Thread>& threads,
                   Assembly& assembly, DiagnosticSink& sink) {
  for (std::size_t column = 0; column < threads.size(); ++column) {
    const table::Thread& thread = threads[column];
    if (thread.is_lost) {
      assembly.add_lost_thread(thread.number, thread.range);
    } else {
      Writer(source, threads, column, assembly, sink).run();
    }
  }
}

// Reads a table of instructions and writes the code of each thread with a `Writer`. False if even
// the columns are unknown.
template <typename Writer>
bool compile_table(const SourceBuffer& source, Section section, Assembly& assembly,
                   DiagnosticSink& sink) {
  const std::optional<std::vector<table::Thread>> threads = parse_table(source, section, sink);
  if (!threads) return false;
  write_threads<Writer>(source, *threads, assembly, sink);
  return true;
}

}  // namespace drover::litmus
