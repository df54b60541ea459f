#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mapping/machine.h"
#include "semantics/program/expression.h"
#include "semantics/program/value.h"
#include "support/rmw_operator.h"

namespace drover::litmus {

// Spells instructions of one machine. Registers go by their names; all of them have 64 bits. Each
// function gives lines of assembly. What is computed is computed of registers by arithmetic,
// without flags and selections: what depends on a value in a program depends on it here.
class Assembler {
 public:
  using Lines = std::vector<std::string>;
  using Text = const std::string&;

  explicit Assembler(const mapping::Machine& machine);

  // The registers that a thread may use.
  [[nodiscard]] std::vector<std::string> registers() const;

  [[nodiscard]] std::string constant(Text to, Value value) const;
  [[nodiscard]] std::string copy(Text to, Text from) const;
  // Add, Subtract, Multiply, BitAnd, BitOr, BitXor.
  [[nodiscard]] std::string binary(Operator op, Text to, Text a, Text b) const;
  // Add, BitAnd, BitOr, BitXor with a number between 0 and 2047; ShiftLeft and ShiftRight (with
  // copies of the sign) by 0 to 63.
  [[nodiscard]] std::string immediate(Operator op, Text to, Text a, Value b) const;
  // The topmost bit as a number.
  [[nodiscard]] std::string sign(Text to, Text a) const;
  // Negate, Complement.
  [[nodiscard]] std::string unary(Operator op, Text to, Text a) const;
  // Jumps where the comparison (Equal, NotEqual, Less, …) of two registers holds.
  [[nodiscard]] Lines jump_if(Operator op, Text a, Text b, Text label) const;
  [[nodiscard]] Lines jump_if_not_zero(Text a, Text label) const;
  [[nodiscard]] std::string jump(Text label) const;

  // A load or a store.
  [[nodiscard]] std::string access(const mapping::Step& step, Text data, Text address) const;
  [[nodiscard]] std::string barrier(const mapping::Step& step) const;
  // The two halves of a pair. The store jumps to `again` where it fails.
  [[nodiscard]] std::string reserve(TagSet tags, Text to, Text address) const;
  [[nodiscard]] Lines conditional(TagSet tags, Text status, Text from, Text address,
                                  Text again) const;
  // An atomic instruction; not of Power. Subtract and And are of the negated and the complemented
  // operand where the machine has no other: `operand_of` says which.
  [[nodiscard]] std::string update(const mapping::Step& step, RmwOperator op, Text to, Text operand,
                                   Text address) const;
  // What to do to an operand before an update.
  enum class Prepared { AsItIs, Negated, Complemented };
  [[nodiscard]] Prepared operand_of(RmwOperator op) const;
  // Of AArch64: `expected` gets what was read.
  [[nodiscard]] static std::string compare_and_swap(const mapping::Step& step, Text expected,
                                                    Text desired, Text address);

 private:
  struct Patterns;
  [[nodiscard]] bool is_arm() const { return notation_ == mapping::Notation::Arm; }
  [[nodiscard]] bool is_power() const { return notation_ == mapping::Notation::Power; }
  [[nodiscard]] std::string_view word(Operator op) const;

  mapping::Notation notation_;
  const Patterns* patterns_ = nullptr;
};

}  // namespace drover::litmus
