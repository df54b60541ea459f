#include "semantics/lower/lowering_context.h"

#include <variant>

#include "frontend/ast_walk.h"
#include "frontend/intrinsics.h"
#include "support/check.h"

namespace drover::lowering {

namespace {

// True if a node itself needs instructions. Bare places do not: after desugaring they occur only
// where no access is meant.
bool is_instruction(const ast::ExpressionNode& node) {
  return std::holds_alternative<ast::Load>(node) ||
         std::holds_alternative<ast::ReadModifyWrite>(node) ||
         std::holds_alternative<ast::CompareAndSwap>(node) ||
         std::holds_alternative<ast::Await>(node) ||
         std::holds_alternative<ast::AwaitExchange>(node) ||
         std::holds_alternative<ast::AllocateStruct>(node) ||
         std::holds_alternative<ast::AllocateCells>(node) ||
         std::holds_alternative<ast::Spawn>(node) || std::holds_alternative<ast::Join>(node);
}

}  // namespace

std::int32_t LoweringContext::unwritten_cells() {
  if (!unwritten_layout) {
    unwritten_layout = static_cast<std::int32_t>(structs.size());
    StructLayout layout{.name = "cells", .fields = {}};
    layout.stride = 1;
    layout.is_unwritten = true;
    layout.is_open = true;
    structs.push_back(std::move(layout));
  }
  return *unwritten_layout;
}

void find_touching_expressions(LoweringContext& context) {
  const Ast& ast = context.program.ast;
  constexpr std::uint8_t Unknown = 2;
  context.touches.assign(ast.expression_count(), Unknown);
  const auto find = [&](const auto& self, ast::ExprId id) -> bool {
    std::uint8_t& known = context.touches[id.value];
    if (known != Unknown) return known != 0;
    const Resolution& resolution = context.program[id];
    const bool is_intrinsic = resolution.kind == NameKind::Intrinsic;
    bool result =
        std::holds_alternative<ast::Call>(ast[id].node)
            ? !is_intrinsic || info_of(static_cast<Intrinsic>(resolution.index)).is_instruction
            : is_instruction(ast[id].node);
    ast::for_each_child(ast[id].node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ast::ExprId>) {
        const bool is_touching = self(self, child);
        result = result || is_touching;
      }
    });
    known = result ? 1 : 0;
    return result;
  };
  for (std::size_t i = 0; i < ast.expression_count(); ++i) find(find, ast::ExprId(i));
}

Operator lower_operator(ast::UnaryOperator op) {
  switch (op) {
    case ast::UnaryOperator::Negate: return Operator::Negate;
    case ast::UnaryOperator::Not: return Operator::Not;
    case ast::UnaryOperator::Complement: return Operator::Complement;
  }
  DROVER_UNREACHABLE("all operators have a case");
}

Operator lower_operator(ast::BinaryOperator op) {
  switch (op) {
    case ast::BinaryOperator::Multiply: return Operator::Multiply;
    case ast::BinaryOperator::Divide: return Operator::Divide;
    case ast::BinaryOperator::Remainder: return Operator::Remainder;
    case ast::BinaryOperator::Add: return Operator::Add;
    case ast::BinaryOperator::Subtract: return Operator::Subtract;
    case ast::BinaryOperator::ShiftLeft: return Operator::ShiftLeft;
    case ast::BinaryOperator::ShiftRight: return Operator::ShiftRight;
    case ast::BinaryOperator::Less: return Operator::Less;
    case ast::BinaryOperator::LessEqual: return Operator::LessEqual;
    case ast::BinaryOperator::Greater: return Operator::Greater;
    case ast::BinaryOperator::GreaterEqual: return Operator::GreaterEqual;
    case ast::BinaryOperator::Equal: return Operator::Equal;
    case ast::BinaryOperator::NotEqual: return Operator::NotEqual;
    case ast::BinaryOperator::BitAnd: return Operator::BitAnd;
    case ast::BinaryOperator::BitXor: return Operator::BitXor;
    case ast::BinaryOperator::BitOr: return Operator::BitOr;
    case ast::BinaryOperator::And: return Operator::And;
    case ast::BinaryOperator::Or: return Operator::Or;
  }
  DROVER_UNREACHABLE("all operators have a case");
}

}  // namespace drover::lowering
