#pragma once

#include <memory>
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

  virtual ~Assembler() = default;

  // The registers that a thread may use.
  [[nodiscard]] virtual std::vector<std::string> registers() const = 0;

  [[nodiscard]] virtual std::string constant(const std::string& to, Value value) const = 0;
  [[nodiscard]] virtual std::string copy(const std::string& to, const std::string& from) const = 0;
  // Add, Subtract, Multiply, BitAnd, BitOr, BitXor.
  [[nodiscard]] virtual std::string binary(Operator op, const std::string& to, const std::string& a,
                                           const std::string& b) const = 0;
  // Add, BitAnd, BitOr, BitXor with a number between 0 and 2047; ShiftLeft and ShiftRight (with
  // copies of the sign) by 0 to 63.
  [[nodiscard]] virtual std::string immediate(Operator op, const std::string& to,
                                              const std::string& a, Value b) const = 0;
  // The topmost bit as a number.
  [[nodiscard]] virtual std::string sign(const std::string& to, const std::string& a) const = 0;
  // Negate, Complement.
  [[nodiscard]] virtual std::string unary(Operator op, const std::string& to,
                                          const std::string& a) const = 0;
  // Jumps where the comparison (Equal, NotEqual, Less, …) of two registers holds.
  [[nodiscard]] virtual Lines jump_if(Operator op, const std::string& a, const std::string& b,
                                      const std::string& label) const = 0;
  [[nodiscard]] virtual Lines jump_if_not_zero(const std::string& a,
                                               const std::string& label) const = 0;
  [[nodiscard]] virtual std::string jump(const std::string& label) const = 0;

  [[nodiscard]] virtual std::string load(const mapping::Step& step, const std::string& to,
                                         const std::string& address) const = 0;
  [[nodiscard]] virtual std::string store(const mapping::Step& step, const std::string& from,
                                          const std::string& address) const = 0;
  [[nodiscard]] virtual std::string barrier(const mapping::Step& step) const = 0;
  // The two halves of a pair. The store jumps to `again` where it fails.
  [[nodiscard]] virtual std::string reserve(TagSet tags, const std::string& to,
                                            const std::string& address) const = 0;
  [[nodiscard]] virtual Lines conditional(TagSet tags, const std::string& status,
                                          const std::string& from, const std::string& address,
                                          const std::string& again) const = 0;
  // An atomic instruction. Subtract and And are of the negated and the complemented operand where
  // the machine has no other: `operand_of` says which.
  [[nodiscard]] virtual std::string update(const mapping::Step& step, RmwOperator op,
                                           const std::string& to, const std::string& operand,
                                           const std::string& address) const = 0;
  // What to do to an operand before an update.
  enum class Prepared { AsItIs, Negated, Complemented };
  [[nodiscard]] virtual Prepared operand_of(RmwOperator op) const = 0;
  // `expected` gets what was read.
  [[nodiscard]] virtual std::string compare_and_swap(const mapping::Step& step,
                                                     const std::string& expected,
                                                     const std::string& desired,
                                                     const std::string& address) const = 0;
};

[[nodiscard]] std::unique_ptr<const Assembler> assembler_of(const mapping::Machine& machine);

}  // namespace drover::litmus
