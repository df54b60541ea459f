#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "semantics/program/expression.h"

// Private to lowering.
namespace drover::lowering {

// Adds expressions to a pool, folds constants (the index variable of a thread family makes many),
// and records which expressions may fault. Asking the pool for the latter at each level of an
// expression would take quadratic time. Holds a reference.
class FoldingExpressions {
 public:
  explicit FoldingExpressions(ExpressionPool& pool) : pool_(pool) {}

  SourceRange at;  // the source range of added expressions

  ExprId constant(Value value) { return pool_.constant(value, at); }
  ExprId register_value(RegisterId reg) { return pool_.register_value(reg, at); }
  ExprId unary(Operator op, ExprId a);
  ExprId binary(Operator op, ExprId a, ExprId b);
  ExprId binary(Operator op, ExprId a, Value b) { return binary(op, a, constant(b)); }
  // As binary, for an operator of C with AddressBits.
  ExprId binary_of_address(Operator op, ExprId a, ExprId b);
  ExprId select(ExprId a, ExprId b, ExprId c);
  // Adds an Operator::Guard node.
  ExprId guarded(Guard guard, Value bound, ExprId a);
  // Returns the address of an element of a shared array with `size` elements.
  ExprId element_address(std::uint32_t object, Value size, ExprId element);

  // Returns the value of a constant; nothing for other expressions.
  [[nodiscard]] std::optional<Value> known(ExprId id) const { return pool_.known(id); }
  [[nodiscard]] bool may_fault(ExprId id) const {
    return id.value < may_fault_.size() && may_fault_[id.value] != 0;
  }

 private:
  ExprId added(ExpressionNode node, bool faults);

  ExpressionPool& pool_;
  std::vector<std::uint8_t> may_fault_;  // by ExprId
};

// Sets FoldingExpressions::at until the end of a scope.
class Here {
 public:
  Here(FoldingExpressions& expressions, SourceRange at)
      : at_(expressions.at), before_(std::exchange(expressions.at, at)) {}
  ~Here() { at_ = before_; }
  Here(const Here&) = delete;
  Here& operator=(const Here&) = delete;

 private:
  SourceRange& at_;
  SourceRange before_;
};

}  // namespace drover::lowering
