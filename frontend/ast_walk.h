#pragma once

#include <variant>
#include <vector>

#include "frontend/ast.h"

// Generic walks over a tree, derived from the nodes' `fields()`.
namespace drover::ast {

namespace detail {

template <typename Visitor>
void visit_part(ExprId id, const Visitor& visit) {
  if (!id.is_none()) visit(id);
}
template <typename Visitor>
void visit_part(StmtId id, const Visitor& visit) {
  if (!id.is_none()) visit(id);
}
template <typename Id, typename Visitor>
void visit_part(const std::vector<Id>& ids, const Visitor& visit) requires
    std::is_same_v<Id, ExprId> || std::is_same_v<Id, StmtId> {
  for (const Id id : ids) visit(id);
}
template <typename Other, typename Visitor>
void visit_part(const Other& /*not a child*/, const Visitor& /*visit*/) {}

}  // namespace detail

// Calls `visit` with each child id (ExprId or StmtId) of a node, in source order.
template <typename Node, typename Visitor>
void for_each_child(const Node& node, const Visitor& visit) {
  std::visit(
      [&](const auto& alternative) {
        std::apply([&](const auto&... part) { (detail::visit_part(part, visit), ...); },
                   alternative.fields());
      },
      node);
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
