#include "frontend/desugar.h"

#include <utility>

#include "frontend/ast_walk.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using namespace ast;

// Rewrites the tree in place. Nodes are added, never removed, so ids stay valid. Adding moves
// nodes, so a node is copied before it is inspected.
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
  ExprId add(ExpressionNode node, SourceRange range) {
    const ExprId id = ast_.add(std::move(node), range);
    program_.resolutions.emplace_back();
    return id;
  }

  // ---- Statements

  void statement(StmtId id) {
    if (id.is_none()) return;
    StatementNode node = ast_[id].node;
    std::visit([&](auto& n) { rewrite(n, id); }, node);
  }

  template <typename Node>
  void replace(StmtId id, Node node) {
    ast_[id].node = std::move(node);
  }
  // Rewrites a statement with these values.
  template <typename Node, typename... Values>
  void rewrite_values(Node& n, StmtId id, Values&... values) {
    ((values = value(values)), ...);
    replace(id, n);
  }

  void rewrite(const Block& n, StmtId /*id*/) {
    for (const StmtId each : n.statements) statement(each);
  }
  void rewrite(Assign& n, StmtId id) {
    n.value = value(n.value);
    if (program_[n.target].kind == NameKind::Register) return replace(id, n);
    address(n.target);
    const ModeName mode = take_mode(n.target);
    replace(id, Store{n.target, n.value, mode});
  }
  void rewrite(Store& n, StmtId id) {
    address(n.place);
    rewrite_values(n, id, n.value);
  }
  void rewrite(Evaluate& n, StmtId id) { rewrite_values(n, id, n.expression); }
  void rewrite(const Lock& n, StmtId /*id*/) { address(n.place); }
  void rewrite(const Unlock& n, StmtId id) {
    address(n.place);
    const SourceRange range = ast_[id].range;
    const ExprId zero = add(IntegerLiteral{0}, range);
    replace(id, Store{n.place, zero, ModeName{{"rel", range}}});
  }
  void rewrite(Assume& n, StmtId id) { rewrite_values(n, id, n.condition); }
  void rewrite(Assert& n, StmtId id) { rewrite_values(n, id, n.condition); }
  void rewrite(Free& n, StmtId id) { rewrite_values(n, id, n.pointer); }
  void rewrite(MarkedCall& n, StmtId id) { rewrite_values(n, id, n.call); }
  void rewrite(If& n, StmtId id) {
    rewrite_values(n, id, n.condition);
    statement(n.then);
    statement(n.otherwise);
  }
  void rewrite(While& n, StmtId id) {
    rewrite_values(n, id, n.condition);
    statement(n.body);
  }
  void rewrite(DoWhile& n, StmtId id) {
    rewrite_values(n, id, n.condition);
    statement(n.body);
  }
  void rewrite(For& n, StmtId id) {
    rewrite_values(n, id, n.condition);
    statement(n.start);
    statement(n.step);
    statement(n.body);
  }
  void rewrite(Return& n, StmtId id) { rewrite_values(n, id, n.value); }
  void rewrite(const Labelled& n, StmtId /*id*/) { statement(n.body); }
  template <typename Other>
  void rewrite(const Other& /*has no parts*/, StmtId /*id*/) {}

  // ---- Expressions

  // Rewrites the parts of an expression that is used as a value. Returns its replacement.
  ExprId value(ExprId id) {
    if (id.is_none()) return id;
    ExpressionNode node = ast_[id].node;
    return std::visit([&](auto& n) { return rewrite_value(n, id); }, node);
  }
  template <typename Node, typename... Values>
  ExprId with_values(const Node& n, ExprId id, Values&... values) {
    ((values = value(values)), ...);
    ast_[id].node = n;
    return id;
  }
  template <typename Node>
  ExprId with_arguments(Node& n, ExprId id) {
    for (ExprId& argument : n.arguments) argument = value(argument);
    return with_values(n, id);
  }

  ExprId rewrite_value(const Name& /*n*/, ExprId id) {
    return program_[id].kind == NameKind::SharedScalar ? load(id) : id;
  }
  ExprId rewrite_value(const Index& /*n*/, ExprId id) { return load(id); }
  ExprId rewrite_value(const Field& /*n*/, ExprId id) { return load(id); }
  ExprId rewrite_value(const Dereference& /*n*/, ExprId id) { return load(id); }
  ExprId rewrite_value(const AddressOf& n, ExprId id) { return address(n.place), id; }
  ExprId rewrite_value(Unary& n, ExprId id) { return with_values(n, id, n.operand); }
  ExprId rewrite_value(Binary& n, ExprId id) { return with_values(n, id, n.left, n.right); }
  ExprId rewrite_value(Conditional& n, ExprId id) {
    return with_values(n, id, n.condition, n.if_true, n.if_false);
  }
  ExprId rewrite_value(Call& n, ExprId id) { return with_arguments(n, id); }
  ExprId rewrite_value(Spawn& n, ExprId id) { return with_arguments(n, id); }
  ExprId rewrite_value(Join& n, ExprId id) { return with_values(n, id, n.thread); }
  ExprId rewrite_value(const Load& n, ExprId id) { return address(n.place), id; }
  ExprId rewrite_value(ReadModifyWrite& n, ExprId id) {
    address(n.place);
    return with_values(n, id, n.operand);
  }
  ExprId rewrite_value(CompareAndSwap& n, ExprId id) {
    address(n.place);
    return with_values(n, id, n.expected, n.desired);
  }
  ExprId rewrite_value(AllocateCells& n, ExprId id) { return with_values(n, id, n.size); }
  // Literals, awaits and other nodes without parts.
  template <typename Other>
  ExprId rewrite_value(const Other& /*n*/, ExprId id) {
    return id;
  }

  // ---- Places

  ModeName take_mode(ExprId place) { return std::exchange(*mode_of_place(ast_[place].node), {}); }

  ExprId load(ExprId place) {
    address(place);
    ModeName mode = take_mode(place);
    return add(Load{place, std::move(mode)}, ast_[place].range);
  }

  // Rewrites the expressions that compute the address of a location.
  void address(ExprId place) {
    ExpressionNode node = ast_[place].node;
    if (auto* index = std::get_if<Index>(&node)) {
      if (program_[index->base].kind != NameKind::SharedArray) index->base = value(index->base);
      with_values(*index, place, index->index);
    } else if (auto* field = std::get_if<Field>(&node)) {
      with_values(*field, place, field->base);
    } else if (auto* pointer = std::get_if<Dereference>(&node)) {
      with_values(*pointer, place, pointer->pointer);
    }
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
