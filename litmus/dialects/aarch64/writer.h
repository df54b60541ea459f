#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/dialects/aarch64/instructions.h"
#include "litmus/dialects/aarch64/registers.h"
#include "litmus/dialects/instruction_writer.h"

namespace drover::litmus::aarch64 {

// Writes the code of one thread. A short-lived worker: holds references.
//
// Exclusives: a load puts its address into a hidden register. A store may always fail. It may
// succeed if the hidden register holds its address. The outcome is a choice that depends on
// nothing.
class Writer : public InstructionWriter {
 public:
  using InstructionWriter::InstructionWriter;

  // ---- Accesses: accesses.cpp
  void load();
  void store();
  void load_pair();
  void store_pair();
  void exclusive_load();  // of one cell, or of a pair
  void exclusive_store();
  void compare_and_swap();  // CAS, CASP
  void atomic_update();     // SWP, LDADD…, STADD…
  void barrier();
  void instruction_barrier();

  // ---- Arithmetic: arithmetic.cpp. d, n, m are registers, k is a number
  void move();
  void move_wide();         // MOVZ, MOVK, MOVN
  void binary_operation();  // d, n, m or #k
  void compare();           // n, m: as binary_operation, for the flags alone
  void negate();            // d, m
  void complement();        // d, m
  void shift();             // d, n, m or #k
  void bit_field();         // d, n, #r, #s
  void bit_extract();       // d, n, #lsb, #width
  void bit_insert();        // d, n, #lsb, #width
  void extend();            // d, n
  void multiply();          // d, n, m; MADD, MSUB: d, n, m, a
  void multiply_high();
  void divide();
  void add_carry();   // d, n, m and the carry
  void one_source();  // d, n: ABS, RBIT, REV…, CLZ, CNT
  void two_source();  // SMAX, SMIN, UMAX, UMIN

  // ---- Conditions and jumps: lower_aarch64.cpp
  void select_one();   // d, n, m, condition
  void set_if();       // d, condition
  void change_if();    // d, n, condition
  void compare_if();   // n, m or #k, #flags, condition
  void jump_always();  // B
  void jump_on_condition();
  void jump_if_zero();     // CBZ, CBNZ
  void jump_if_bit();      // TBZ, TBNZ
  void call();             // BL: X30 receives the return address
  void call_register();    // BLR
  void jump_register();    // BR, RET
  void address_of_code();  // ADR
  void system_register();  // MRS d, NZCV; MSR NZCV, n

 private:
  // ---- Operands: operands.cpp
  [[nodiscard]] std::string spelled(const std::string& mnemonic) const override {
    return upper_case(mnemonic);
  }
  [[nodiscard]] const Dialect& dialect() const override { return Aarch64Dialect; }
  // An address, and the new value of its base register.
  struct Address {
    ExprId at;
    std::optional<std::pair<RegisterId, ExprId>> written_back = {};
  };
  void expect_at_most(std::size_t count);
  Register reg(const Operand& given);
  Register reg(std::size_t index) { return reg(operand(index)); }
  Value number_below(std::size_t index, Value bound);
  ExprId read(const Register& source);
  ExprId read(std::size_t index) { return read(reg(index)); }
  void write(const Register& target, ExprId value);
  // Returns a register, extended and shifted as its last operand says.
  ExprId extended(const Operand& source, const Operand* extension);
  // Returns a register, possibly shifted, or a number, from operand `index` on.
  ExprId flexible(std::size_t index, unsigned bits);
  // Reads `[…]` at `index` and the operands after it.
  Address address(std::size_t index);
  // Reports accesses of different sizes to a location. Checks addresses of the initial state only.
  void check_size(std::size_t index, unsigned bits);
  void write_back(const Address& address);
  [[nodiscard]] unsigned access_bits(const Register& data) const;
  [[nodiscard]] TagSet read_tags() const;
  [[nodiscard]] TagSet write_tags() const;
  ExprId rotated(ExprId value, ExprId count, unsigned bits);

  // ---- Arithmetic
  enum Flag : Value { Negative = 8, Zero = 4, Carry = 2, Overflow = 1 };
  RegisterId flags() { return hidden_register("NZCV"); }
  void set_flags(Operation op, ExprId left, ExprId right, ExprId result, unsigned bits);
  void arithmetic(const Register& target, ExprId left, ExprId right, unsigned bits);
  // Swaps each group of `bits` bits with its neighbour.
  ExprId swapped(ExprId value, std::uint64_t low_mask, unsigned bits);
  ExprId counted_bits(ExprId value);
  ExprId leading_zeros(ExprId value, unsigned bits);
  ExprId reversed_bytes(ExprId value, unsigned group);
  ExprId factor(std::size_t index);
  // Returns the number of a wide move and its shift.
  std::pair<Value, unsigned> wide_number();

  // ---- Accesses
  void load_into(const Register& target, ExprId at, TagSet tags);
  void store_from(const Register& source, ExprId at, TagSet tags);
  [[nodiscard]] ExprId second_of_pair(ExprId first, const Register& data);
  RegisterId reserved_bits() { return hidden_register("reserved bits"); }
  void warn_about_pairs();
  ReadModifyWrite update(RegisterId old, ExprId at, ExprId given, unsigned bits, bool returns);
  // A cell of a compare-and-swap.
  struct SwapCell {
    Register expected;
    ExprId at;
    ExprId wanted;
    RegisterId old;
    ExprId found;
    ReadModifyWrite swap;
  };
  // Reads the cells of the instruction. `reads`: the tags of these reads.
  std::vector<SwapCell> swap_cells(std::size_t count, TagSet reads);
  void take_found(const std::vector<SwapCell>& all);
  // Writes back the values read.
  void keep_all(const std::vector<SwapCell>& all);

  // ---- Conditions and jumps
  ExprId holds(const std::string& condition, SourceRange at);
  ExprId condition(std::size_t index);
  ExprId changed(ExprId value);
  // Reads only one of the values. The choice depends on the flags; nothing else does.
  void pick(const Register& target, ExprId is_first, ExprId first, ExprId second);
  // Writes labels as distances, as the encoded instruction has them.
  [[nodiscard]] std::string code_text(std::size_t at) const override {
    const table::Instruction& shown = thread().code[at];
    std::string out = shown.mnemonic;
    for (const Operand& each : shown.operands) {
      out += (&each == &shown.operands.front() ? " " : ",") + code_text(each, at);
    }
    return out;
  }
  [[nodiscard]] std::string code_text(const Operand& operand, std::size_t at) const;
  // Returns a distance in instructions; cells with labels only do not count.
  [[nodiscard]] Value distance(std::size_t from, std::size_t to) const;

  bool lower_known() override;
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

  const Info* info_ = nullptr;     // of the current instruction
  std::set<std::string> changed_;  // registers written so far
};

}  // namespace drover::litmus::aarch64
