#include "frontend/desugar.h"

#include <utility>

#include "frontend/ast_walk.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using namespace ast;

// Rewrites the tree in place: the node of a read location becomes the load, and the location moves
// to a new node. So ids stay valid. Adding moves nodes, so a node is copied before it is inspected.
class Desugarer {
 public:
  explicit Desugarer(CheckedProgram& program) : program_(program), ast_(program.ast) {}

  void run() {
    for (const Item& item : ast_.items) {
      std::visit(overloaded{
                     [&](const FunctionItem& n) { statement(n.body); },
                     [&](const InitItem& n) { statement(n.body); },
                     [&](const FinalItem& n) { statement(n.body); },
                     [&](const ThreadItem& n) { statement(n.body); },
                     [](const auto& /*no code*/) {},
                 },
                 item.node);
    }
  }

 private:
  ExprId add(ExpressionNode node, const Resolution& resolution, SourceRange range) {
    program_.resolutions.push_back(resolution);
    return ast_.add(std::move(node), range);
  }
  ModeName take_mode(ExprId place) { return std::exchange(*mode_of_place(ast_[place].node), {}); }

  void statement(StmtId id) {
    const StatementNode node = ast_[id].node;
    if (const auto* assign = std::get_if<Assign>(&node)) {
      value(assign->value);
      if (program_[assign->target].kind == NameKind::Register) return;
      address(assign->target);
      ast_[id].node = Store{assign->target, assign->value, take_mode(assign->target)};
      return;
    }
    parts(node);
    if (const auto* unlock = std::get_if<Unlock>(&node)) {
      const SourceRange range = ast_[id].range;
      const ExprId zero = add(IntegerLiteral{0}, {}, range);
      ast_[id].node = Store{unlock->place, zero, ModeName{{"rel", range}}};
    }
  }

  void value(ExprId id) {
    const ExpressionNode node = ast_[id].node;
    if (is_one_of<Await, AwaitExchange>(node)) return;
    if (mode_of_place(node) == nullptr) return parts(node);
    const bool is_read =
        !std::holds_alternative<Name>(node) || program_[id].kind == NameKind::SharedScalar;
    if (!is_read) return;
    address(id);
    ModeName mode = take_mode(id);
    const ExprId place = add(ast_[id].node, program_[id], ast_[id].range);
    ast_[id].node = Load{place, std::move(mode)};
    program_.resolutions[id.value] = {};
  }

  template <typename Node>
  void parts(const Node& node) {
    const ExprId place = std::visit(
        [](const auto& n) {
          if constexpr (requires { n.place; }) return n.place;
          return ExprId();
        },
        node);
    for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), StmtId>) {
        statement(child);
      } else if (child == place) {
        address(child);
      } else {
        value(child);
      }
    });
  }

  // Rewrites the expressions that compute the address of a location.
  void address(ExprId place) {
    const ExpressionNode node = ast_[place].node;
    for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), ExprId>) {
        if (program_[child].kind != NameKind::SharedArray) value(child);
      }
    });
  }

  CheckedProgram& program_;
  Ast& ast_;
};

}  // namespace

CheckedProgram desugar(CheckedProgram program) {
  Desugarer(program).run();
  return program;
}

}  // namespace drover
