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
  // For C. On 64 bits: signed operations that fault on overflow, and unsigned ones.
  AddChecked,
  SubtractChecked,
  MultiplyChecked,
  UnsignedDivide,
  UnsignedRemainder,
  Guard,  // a, if it satisfies the Guard in `index` and `value`; faults otherwise
  And,    // short-circuit
  Or,     // short-circuit
  Select  // a ? b : c, evaluates only one of b and c
};

// The test of Operator::Guard on a value, given `value` of its node.
enum class Guard : std::uint8_t {
  Signed,   // fits into `value` bits, signed
  Shift,    // not negative, and less than `value`: the bits of the shifted operand
  Index,    // not negative, and less than `value`: the elements of an array
  Shifted,  // not negative, and fits into `value` bits, signed
  Access    // no test: an address at which `value` bytes are accessed
};

// ExpressionNode::index of an operator of C that faults if it would use the upper bits of an
// address, which addresses of machines do not use (strains_address).
inline constexpr std::uint32_t AddressBits = 1;

struct ExpressionNode {
  Operator op = Operator::Constant;
  std::uint32_t index = 0;  // Observed, ElementAddress, Guard; other operators: AddressBits
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

  // True if evaluation can fault: division, remainder or shift by something other than a safe
  // constant; element of an array.
  [[nodiscard]] bool may_fault(ExprId id) const;
  // Calls `visit` for every register the expression mentions.
  void collect_registers(ExprId id, std::vector<RegisterId>& out) const;

 private:
  std::vector<ExpressionNode> nodes_;
};

// The value of an expression, or its fault.
struct Evaluation {
  Value value = 0;
  bool faulted = false;
  ErrorKind fault = ErrorKind::Arithmetic;
  ExprId fault_at;                   // the node that faulted
  Value fault_operand = 0;           // its offending operand: the index, or the shift count
  bool is_address_strained = false;  // the reason of the fault
  // True if the value (other than addresses in it) would change if heap objects belonged to other
  // threads.
  bool depends_on_placement = false;

  static Evaluation of(Value v) { return {.value = v, .fault_at = {}}; }
};

// Two's complement arithmetic that wraps. Division and remainder by zero, and shifts
// by less than 0 or more than 63, fault; INT64_MIN / -1 is INT64_MIN. `registers` are
// indexed by RegisterId, `observed` by ExpressionNode::index.
Evaluation evaluate(const ExpressionPool& pool, ExprId id, std::span<const Value> registers,
                    std::span<const Value> observed = {});

// True if a value satisfies the Guard node.
[[nodiscard]] bool is_guarded(const ExpressionNode& node, Value value);

// Applies a binary operator that does not short-circuit; also used for constant folding.
Evaluation apply_binary(Operator op, Value left, Value right);
Value apply_unary(Operator op, Value operand);

// True if an operator of C would use the upper 16 bits of an address, as programs with pointer tags
// do: addresses here have other upper bits than those of machines.
[[nodiscard]] bool strains_address(Operator op, Value left, Value right);

// Returns the negated comparison; nothing if `op` is not a comparison.
[[nodiscard]] std::optional<Operator> contrary_of(Operator op);

// True if exchanging the threads that allocated the operands' addresses would change the result
// other than by the same exchange. Equality, moves inside an object and bits below the object are
// fine; order, products, and bits of the thread are not.
[[nodiscard]] bool depends_on_placement(Operator op, Value left, Value right);

}  // namespace drover
