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

}  // namespace drover::lowering
