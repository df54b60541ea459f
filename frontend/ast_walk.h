#pragma once

#include <tuple>
#include <type_traits>
#include <variant>
#include <vector>

#include "frontend/ast.h"

// Generic walks over a tree, derived from the nodes' `fields()`.
namespace drover::ast {

// Calls `visit` with each child id (ExprId or StmtId) of an alternative of a node, in source order.
template <typename Alternative, typename Visitor>
void for_each_part(const Alternative& alternative, const Visitor& visit) {
  const auto visit_part = [&](const auto& part) {
    using Part = std::remove_cvref_t<decltype(part)>;
    if constexpr (std::is_same_v<Part, ExprId> || std::is_same_v<Part, StmtId>) {
      if (!part.is_none()) visit(part);
    } else if constexpr (std::is_same_v<Part, std::vector<ExprId>> ||
                         std::is_same_v<Part, std::vector<StmtId>>) {
      for (const auto id : part) visit(id);
    }
  };
  std::apply([&](const auto&... part) { (visit_part(part), ...); }, alternative.fields());
}

// As above, for a node.
template <typename Node, typename Visitor>
void for_each_child(const Node& node, const Visitor& visit) {
  std::visit([&](const auto& alternative) { for_each_part(alternative, visit); }, node);
}

// Calls `visit(id)` for `root` and every expression below it, parents first.
template <typename Visitor>
void for_each_expression(const Ast& ast, ExprId root, const Visitor& visit) {
  visit(root);
  for_each_child(ast[root].node, [&](auto child) {
    if constexpr (std::is_same_v<decltype(child), ExprId>) for_each_expression(ast, child, visit);
  });
}

// Calls `visit(id)` for `root` and every statement below it, parents first.
template <typename Visitor>
void for_each_statement(const Ast& ast, StmtId root, const Visitor& visit) {
  visit(root);
  for_each_child(ast[root].node, [&](auto child) {
    if constexpr (std::is_same_v<decltype(child), StmtId>) for_each_statement(ast, child, visit);
  });
}

}  // namespace drover::ast
