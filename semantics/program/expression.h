#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "semantics/program/error_kind.h"
#include "semantics/program/value.h"
#include "support/operator.h"
#include "support/source_range.h"
#include "support/strong_id.h"

namespace drover {

using ExprId = StrongId<struct ExprTag>;  // index into an ExpressionPool

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
  RegisterId reg = {};      // Register
  Value value = 0;          // Constant; ElementAddress: number of elements; Guard
  ExprId a = {}, b = {}, c = {};
  SourceRange source = {};
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

  // Returns the value of a constant; nothing for other expressions.
  [[nodiscard]] std::optional<Value> known(ExprId id) const {
    const ExpressionNode& node = nodes_[id.value];
    return node.op == Operator::Constant ? std::optional(node.value) : std::nullopt;
  }
  // True if evaluation can fault: division, remainder or shift by something other than a safe
  // constant; element of an array; AddressBits.
  [[nodiscard]] bool may_fault(ExprId id) const;
  // Adds the registers that the expression mentions, as often as it mentions them.
  void collect_registers(ExprId id, std::vector<RegisterId>& out) const;
  [[nodiscard]] bool mentions(ExprId id, RegisterId reg) const {
    return mentions_any(id, [reg](RegisterId other) { return other == reg; });
  }
  // True if the expression mentions a register that satisfies the test.
  template <typename Test>
  [[nodiscard]] bool mentions_any(ExprId id, const Test& test) const {
    if (id.is_none()) return false;
    const ExpressionNode& node = nodes_[id.value];
    return (node.op == Operator::Register && test(node.reg)) || mentions_any(node.a, test) ||
           mentions_any(node.b, test) || mentions_any(node.c, test);
  }
  // Returns the expression with `by(id)` in place of each node of a register.
  template <typename Replacement>
  ExprId with_registers_replaced(ExprId id, const Replacement& by);

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

// True if the operator itself can fault, whatever its operands do. `index` is that of its node,
// `right` its right operand, if that is known.
[[nodiscard]] bool may_fault(Operator op, std::uint32_t index = 0, std::optional<Value> right = {});

// True if two expressions are equal, except for their source ranges.
[[nodiscard]] bool is_same_expression(const ExpressionPool& pool, ExprId id,
                                      const ExpressionPool& other_pool, ExprId other);

// True if a value satisfies the Guard node.
[[nodiscard]] bool is_guarded(const ExpressionNode& node, Value value);

// Applies a binary operator that does not short-circuit; also used for constant folding.
Evaluation apply_binary(Operator op, Value left, Value right);

// True if an operator of C would use the upper 16 bits of an address, as programs with pointer tags
// do: addresses here have other upper bits than those of machines.
[[nodiscard]] bool strains_address(Operator op, Value left, Value right);

// True if exchanging the threads that allocated the operands' addresses would change the result
// other than by the same exchange. Equality, moves inside an object and bits below the object are
// fine; order, products, and bits of the thread are not.
[[nodiscard]] bool depends_on_placement(Operator op, Value left, Value right);

template <typename Replacement>
ExprId ExpressionPool::with_registers_replaced(ExprId id, const Replacement& by) {
  if (id.is_none()) return id;
  ExpressionNode node = nodes_[id.value];
  if (node.op == Operator::Register) return by(id);
  const ExprId a = with_registers_replaced(node.a, by);
  const ExprId b = with_registers_replaced(node.b, by);
  const ExprId c = with_registers_replaced(node.c, by);
  if (a == node.a && b == node.b && c == node.c) return id;
  node.a = a;
  node.b = b;
  node.c = c;
  return add(node);
}

}  // namespace drover
