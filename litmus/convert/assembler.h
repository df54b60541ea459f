#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "mapping/machine.h"
#include "semantics/program/expression.h"
#include "semantics/program/value.h"
#include "support/rmw_operator.h"

namespace drover::litmus {

// Spells instructions of one machine. Registers are given by name and have 64 bits. Each function
// returns lines of assembly. Values are computed by arithmetic on registers, without flags and
// selections: so dependencies are the same as in the program.
class Assembler {
 public:
  using Lines = std::vector<std::string>;
  using Text = const std::string&;

  explicit Assembler(const mapping::Machine& machine);

  // Returns the registers that a thread may use.
  [[nodiscard]] std::vector<std::string> registers() const;

  [[nodiscard]] std::string constant(Text to, Value value) const;
  [[nodiscard]] std::string copy(Text to, Text from) const;
  // For Add, Subtract, Multiply, BitAnd, BitOr, BitXor.
  [[nodiscard]] std::string binary(Operator op, Text to, Text a, Text b) const;
  // For Add, BitAnd, BitOr, BitXor with a number between 0 and 2047; for ShiftLeft and the
  // arithmetic ShiftRight by 0 to 63.
  [[nodiscard]] std::string immediate(Operator op, Text to, Text a, Value b) const;
  // Moves the topmost bit to bit 0.
  [[nodiscard]] std::string sign(Text to, Text a) const;
  // For Negate, Complement.
  [[nodiscard]] std::string unary(Operator op, Text to, Text a) const;
  // Jumps if the comparison (Equal, NotEqual, Less, …) of two registers holds.
  [[nodiscard]] Lines jump_if(Operator op, Text a, Text b, Text label) const;
  [[nodiscard]] Lines jump_if_not_zero(Text a, Text label) const;
  [[nodiscard]] std::string jump(Text label) const;

  // A load or a store.
  [[nodiscard]] std::string access(const mapping::Step& step, Text data, Text address) const;
  [[nodiscard]] std::string barrier(const mapping::Step& step) const;
  // The load and the store of an exclusive pair. The store jumps to `again` if it fails.
  [[nodiscard]] std::string reserve(TagSet tags, Text to, Text address) const;
  [[nodiscard]] Lines conditional(TagSet tags, Text status, Text from, Text address,
                                  Text again) const;
  // An atomic instruction; Power has none. If the machine lacks Subtract or And, the operand must
  // be negated or complemented: `operand_of` says which.
  [[nodiscard]] std::string update(const mapping::Step& step, RmwOperator op, Text to, Text operand,
                                   Text address) const;
  // The preparation of an operand before an update.
  enum class Prepared { AsItIs, Negated, Complemented };
  [[nodiscard]] Prepared operand_of(RmwOperator op) const;
  // AArch64 only: `expected` receives the value read.
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
