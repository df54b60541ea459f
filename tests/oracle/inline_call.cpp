#include "tests/oracle/inline_call.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace drover::oracle {
namespace {

bool has_return(const Block& block) {
  return std::ranges::any_of(block, [](const Stmt& stmt) {
    return stmt.kind == StmtKind::Return || std::ranges::any_of(stmt.blocks, has_return);
  });
}

void rename_registers(Block& block, const std::string& prefix) {
  for (Stmt& stmt : block) {
    if (stmt.kind == StmtKind::Assign || (stmt.kind == StmtKind::Loop && stmt.bound > 0)) {
      stmt.name = prefix + stmt.name;
    }
    for (Block& inner : stmt.blocks) rename_registers(inner, prefix);
  }
}

// Returns the statements that replace a call of the function.
Block expand(const FunctionDecl& function, const Stmt& stmt) {
  const std::string prefix = function.name + "_";
  Block body = function.body;
  rename_registers(body, prefix);
  for_each_expr(body, [&](Expr& expr) {
    if (expr.kind == ExprKind::Register) expr.name = prefix + expr.name;
  });
  Block result;
  const std::vector<Expr>& arguments = stmt.operands[0].operands;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    result.push_back(make_stmt(StmtKind::Assign, prefix + function.parameters[i], {arguments[i]}));
  }
  Expr value = number(0);
  if (!body.empty() && body.back().kind == StmtKind::Return) {
    if (!body.back().operands.empty()) value = body.back().operands[0];
    body.pop_back();
  }
  result.insert(result.end(), body.begin(), body.end());
  if (stmt.kind == StmtKind::Assign) {
    result.push_back(make_stmt(StmtKind::Assign, stmt.name, {std::move(value)}));
  }
  return result;
}

Inlined inline_in(Block& block, const FunctionDecl& function) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    Stmt& stmt = block[i];
    const bool may_be_call = stmt.kind == StmtKind::Assign || stmt.kind == StmtKind::Evaluate;
    if (may_be_call && stmt.operands[0].kind == ExprKind::Call &&
        stmt.operands[0].name == function.name) {
      const Block expanded = expand(function, stmt);
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(i));
      block.insert(block.begin() + static_cast<std::ptrdiff_t>(i), expanded.begin(),
                   expanded.end());
      return Inlined::Yes;
    }
    for (Block& inner : stmt.blocks) {
      if (inline_in(inner, function) == Inlined::Yes) return Inlined::Yes;
    }
  }
  return Inlined::No;
}

}  // namespace

Inlined inline_only_call(GeneratedProgram& program, std::size_t function) {
  const FunctionDecl callee = program.functions[function];
  std::size_t calls = 0;
  for_each_expr(program, [&](const Expr& expr) {
    if (expr.kind == ExprKind::Call && expr.name == callee.name) ++calls;
  });
  Block before_last = callee.body;
  if (!before_last.empty() && before_last.back().kind == StmtKind::Return) before_last.pop_back();
  if (calls != 1 || has_return(before_last)) return Inlined::No;

  std::vector<Block*> blocks = {&program.init, &program.final};
  for (FunctionDecl& decl : program.functions) blocks.push_back(&decl.body);
  for (ThreadDecl& decl : program.threads) blocks.push_back(&decl.body);
  for (Block* block : blocks) {
    if (inline_in(*block, callee) == Inlined::No) continue;
    program.functions.erase(program.functions.begin() + static_cast<std::ptrdiff_t>(function));
    return Inlined::Yes;
  }
  return Inlined::No;
}

}  // namespace drover::oracle
