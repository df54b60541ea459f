#pragma once

#include <cstdint>
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

  ExprId constant(Value value, SourceRange source) { return pool_.constant(value, source); }
  ExprId register_value(RegisterId reg, SourceRange source) {
    return pool_.register_value(reg, source);
  }
  ExprId unary(Operator op, ExprId a, SourceRange source);
  ExprId binary(Operator op, ExprId a, ExprId b, SourceRange source);
  // Likewise for C, with AddressBits.
  ExprId binary_of_address(Operator op, ExprId a, ExprId b, SourceRange source);
  ExprId select(ExprId a, ExprId b, ExprId c, SourceRange source);
  // Adds an Operator::Guard node.
  ExprId guarded(Guard guard, Value bound, ExprId a, SourceRange source);
  // Returns the address of an element of a shared array with `size` elements.
  ExprId element_address(std::uint32_t object, Value size, ExprId element, SourceRange source);

  [[nodiscard]] bool may_fault(ExprId id) const;
  [[nodiscard]] bool is_constant(ExprId id, Value value) const {
    return is_constant(id) && pool_[id].value == value;
  }

 private:
  [[nodiscard]] bool is_constant(ExprId id) const { return pool_[id].op == Operator::Constant; }
  [[nodiscard]] bool is_risky(Operator op, ExprId right) const;
  void note_faults(ExprId id, bool faults);

  ExpressionPool& pool_;
  std::vector<std::uint8_t> may_fault_;  // by ExprId
};

}  // namespace drover::lowering
