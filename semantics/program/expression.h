#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semantics/program/error_kind.h"
#include "semantics/program/value.h"
#include "support/source_range.h"
#include "support/strong_id.h"

namespace drover {

using ExprId = StrongId<struct ExprTag>;  // index into an ExpressionPool

enum class Operator : std::uint8_t {
  Constant,        // value
  Register,        // reg
  Observed,        // conditions only: Program::observables[index]
  ElementAddress,  // address of element `a` of shared array `index`; faults outside its bounds
  Negate,          // -a
  Complement,      // ~a
  Not,             // !a
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr,
  // For C. On 64 bits: signed ones that fault where the result does not fit, unsigned ones.
  AddChecked,
  SubtractChecked,
  MultiplyChecked,
  UnsignedDivide,
  UnsignedRemainder,
  Guard,  // a, if it is what the Guard of `index` and `value` asks for; faults otherwise
  And,    // short-circuit
  Or,     // short-circuit
  Select  // a ? b : c, evaluates only one of b and c
};

// The test of Operator::Guard on a value, given `value` of its node.
enum class Guard : std::uint8_t {
  Signed,   // that it fits into so many bits, with a sign
  Shift,    // that it is not negative, and less: the bits of what is shifted
  Index,    // the same: the elements of an array
  Shifted,  // that it is not negative, and fits into so many bits, with a sign
  Access    // nothing: it is an address, at which so many bytes are accessed
};

// ExpressionNode::index of an operator of C that faults where it would use the upper bits of an
// address, in which machines have none of it (strains_address).
inline constexpr std::uint32_t AddressBits = 1;

struct ExpressionNode {
  Operator op = Operator::Constant;
  std::uint32_t index = 0;  // Observed, ElementAddress, Guard; of others: AddressBits
  RegisterId reg;           // Register
  Value value = 0;          // Constant; ElementAddress: number of elements; Guard
  ExprId a, b, c;
  SourceRange source;
};

// Register expressions without side effects, as trees in one vector.
class ExpressionPool {
 public:
  ExprId add(const ExpressionNode& node);
  [[nodiscard]] const ExpressionNode& operator[](ExprId id) const { return nodes_[id.value]; }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  ExprId constant(Value value, SourceRange source = {});
  ExprId register_value(RegisterId reg, SourceRange source = {});
  ExprId unary(Operator op, ExprId a, SourceRange source = {});
  ExprId binary(Operator op, ExprId a, ExprId b, SourceRange source = {});
  ExprId guarded(Guard guard, Value bound, ExprId a, SourceRange source = {});
  void check_address_bits(ExprId id) { nodes_[id.value].index = AddressBits; }

  // Whether evaluating can fault: division or remainder, and shift, by what is not a constant
  // that does; element of an array.
  [[nodiscard]] bool may_fault(ExprId id) const;
  // Calls `visit` for every register the expression mentions.
  void collect_registers(ExprId id, std::vector<RegisterId>& out) const;

 private:
  std::vector<ExpressionNode> nodes_;
};

// The value of an expression, or why it has none.
struct Evaluation {
  Value value = 0;
  bool faulted = false;
  ErrorKind fault = ErrorKind::Arithmetic;
  ExprId fault_at;                   // the node that faulted
  Value fault_operand = 0;           // its offending operand: the index, or the shift count
  bool is_address_strained = false;  // why it faulted
  // Whether the value would be another one (but for the addresses in it) had the heap
  // objects of one thread been those of another.
  bool depends_on_placement = false;

  static Evaluation of(Value v) { return {.value = v, .fault_at = {}}; }
};

// Two's complement arithmetic that wraps. Division and remainder by zero, and shifts
// by less than 0 or more than 63, fault; INT64_MIN / -1 is INT64_MIN. `registers` are
// indexed by RegisterId, `observed` by ExpressionNode::index.
Evaluation evaluate(const ExpressionPool& pool, ExprId id, std::span<const Value> registers,
                    std::span<const Value> observed = {});

// Whether a value is what a node Guard asks for.
[[nodiscard]] bool is_guarded(const ExpressionNode& node, Value value);

// One binary operator that cannot short-circuit; used for constant folding too.
Evaluation apply_binary(Operator op, Value left, Value right);
Value apply_unary(Operator op, Value operand);

// Whether an operator of C would use the upper 16 bits of an address, as programs do that keep a
// tag there: addresses here have other bits than those of machines.
[[nodiscard]] bool strains_address(Operator op, Value left, Value right);

// The comparison that holds where `op` does not; nothing if `op` is not a comparison.
[[nodiscard]] std::optional<Operator> contrary_of(Operator op);

// Whether exchanging the threads that allocated the addresses among the operands would do
// more to the result than exchange them there too. Comparing for equality, moving inside an
// object and bits below the object are fine; order, products, bits of the thread are not.
[[nodiscard]] bool depends_on_placement(Operator op, Value left, Value right);

}  // namespace drover
