#include "frontend/ast.h"

#include <type_traits>

#include "support/check.h"
#include "support/overloaded.h"

namespace drover::ast {

namespace {

template <typename T>
concept HasFields = requires(const T& node) {
  node.fields();
};

// Compares trees structurally: ids by their nodes.
class Comparison {
 public:
  Comparison(const Ast& left, const Ast& right) : left_(left), right_(right) {}

  bool same(ExprId a, ExprId b) const { return same_node(a, b); }
  bool same(StmtId a, StmtId b) const { return same_node(a, b); }
  template <typename T>
  bool same(const std::vector<T>& a, const std::vector<T>& b) const {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!same(a[i], b[i])) return false;
    }
    return true;
  }
  bool same(const Item& a, const Item& b) const { return same(a.node, b.node); }
  template <typename... Nodes>
  bool same(const std::variant<Nodes...>& a, const std::variant<Nodes...>& b) const {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&](const auto& node) { return same(node, std::get<std::decay_t<decltype(node)>>(b)); }, a);
  }
  template <HasFields Node>
  bool same(const Node& a, const Node& b) const {
    return same_tuple(a.fields(), b.fields(),
                      std::make_index_sequence<std::tuple_size_v<decltype(a.fields())>>());
  }
  template <typename Plain>
  bool same(const Plain& a, const Plain& b) const {
    return a == b;
  }

 private:
  template <typename Id>
  bool same_node(Id a, Id b) const {
    if (a.is_none() || b.is_none()) return a == b;
    return same(left_[a].node, right_[b].node);
  }
  template <typename Tuple, std::size_t... I>
  bool same_tuple(const Tuple& a, const Tuple& b, std::index_sequence<I...> /*indices*/) const {
    return (same(std::get<I>(a), std::get<I>(b)) && ...);
  }

  const Ast& left_;
  const Ast& right_;
};

}  // namespace

bool Ast::operator==(const Ast& other) const {
  return Comparison(*this, other).same(items, other.items);
}

bool is_same(const Ast& ast, ExprId a, ExprId b) { return Comparison(ast, ast).same(a, b); }

const char* spelling(ConditionKind kind) {
  switch (kind) {
    case ConditionKind::Exists: return "exists";
    case ConditionKind::Forbid: return "forbid";
    case ConditionKind::Forall: return "forall";
  }
  DROVER_UNREACHABLE("all kinds have a case");
}

const ModeName* mode_of_place(const ExpressionNode& node) {
  return std::visit(overloaded{
                        [](const Name& n) { return &n.mode; },
                        [](const Index& n) { return &n.mode; },
                        [](const Field& n) { return &n.mode; },
                        [](const Dereference& n) { return &n.mode; },
                        [](const auto& /*no place*/) -> const ModeName* { return nullptr; },
                    },
                    node);
}

ModeName* mode_of_place(ExpressionNode& node) {
  return const_cast<ModeName*>(mode_of_place(std::as_const(node)));
}

}  // namespace drover::ast
