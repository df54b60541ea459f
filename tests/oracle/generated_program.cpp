#include "tests/oracle/generated_program.h"

#include <algorithm>
#include <utility>

namespace drover::oracle {

Expr number(std::int64_t value) {
  Expr result;
  result.value = value;
  return result;
}

Expr named(ExprKind kind, std::string name) {
  Expr result;
  result.kind = kind;
  result.name = std::move(name);
  return result;
}

Expr make_expr(ExprKind kind, std::string name, std::vector<Expr> operands, Mode mode) {
  Expr result = named(kind, std::move(name));
  result.operands = std::move(operands);
  result.mode = mode;
  return result;
}

Stmt make_stmt(StmtKind kind, std::string name, std::vector<Expr> operands, Mode mode) {
  Stmt result;
  result.kind = kind;
  result.name = std::move(name);
  result.operands = std::move(operands);
  result.mode = mode;
  return result;
}

Stmt make_if(Expr condition, Block then_block, Block else_block) {
  Stmt result = make_stmt(StmtKind::If, {}, {std::move(condition)});
  result.blocks = {std::move(then_block), std::move(else_block)};
  return result;
}

bool is_place(ExprKind kind) {
  return kind == ExprKind::Cell || kind == ExprKind::Element || kind == ExprKind::Deref ||
         kind == ExprKind::Field;
}

bool has_effect(const Expr& expr) {
  return expr.kind == ExprKind::Rmw || expr.kind == ExprKind::Cas || expr.kind == ExprKind::Await ||
         expr.kind == ExprKind::AwaitExchange || expr.kind == ExprKind::Call ||
         expr.kind == ExprKind::Spawn || expr.kind == ExprKind::Join;
}

// ---- Size -----------------------------------------------------------------------

namespace {

std::size_t size_of(Mode mode) {
  switch (mode) {
    case Mode::Plain: return 0;
    case Mode::Na:
    case Mode::Rlx: return 1;
    case Mode::Acq:
    case Mode::Rel: return 2;
    case Mode::AcqRel: return 3;
    case Mode::Sc: return 4;
  }
  return 0;
}

std::size_t own_size(const Expr& expr) {
  std::size_t result = size_of(expr.mode) + size_of(expr.failure_mode);
  if (expr.spelling == Spelling::Call) ++result;
  if (expr.annotation != Annotation::None) ++result;
  if (expr.is_assumed) ++result;
  switch (expr.kind) {
    case ExprKind::Number: {
      const auto magnitude = static_cast<std::size_t>(expr.value < 0 ? -expr.value : expr.value);
      return result + 1 + std::min<std::size_t>(magnitude, 9);
    }
    case ExprKind::Register:
    case ExprKind::ObservedRegister:
    case ExprKind::Unary:
    case ExprKind::Binary:
    case ExprKind::Conditional:
    case ExprKind::Load:
    case ExprKind::AddressOf:
    case ExprKind::Cell:
    case ExprKind::Element:
    case ExprKind::Deref:
    case ExprKind::Field: return result + 2;
    case ExprKind::Join:
    case ExprKind::Alloc: return result + 3;
    case ExprKind::Choose: return result + 1 + static_cast<std::size_t>(expr.value);
    case ExprKind::Await: return result + 4;
    case ExprKind::Call:
    case ExprKind::Spawn:
    case ExprKind::Rmw: return result + 5;
    case ExprKind::Cas: return result + 6;
    case ExprKind::AwaitExchange: return result + 7 + (expr.value != 0 ? 1 : 0);
    case ExprKind::Constant: return result + 20;  // more than any number that may replace it
  }
  return result;
}

std::size_t size_of(const Expr& expr) {
  std::size_t result = own_size(expr);
  for (const Expr& operand : expr.operands) result += size_of(operand);
  return result;
}

std::size_t size_of(const Block& block);

std::size_t size_of(const Stmt& stmt) {
  std::size_t result = 3 + size_of(stmt.mode) + static_cast<std::size_t>(stmt.bound);
  if (stmt.spelling == Spelling::Call || stmt.kind == StmtKind::Assign) ++result;
  if (stmt.kind == StmtKind::Assert && !stmt.name.empty()) ++result;
  if (stmt.kind == StmtKind::Loop && stmt.form != LoopForm::While) ++result;
  if (!stmt.label.empty()) ++result;
  if ((stmt.kind == StmtKind::Break || stmt.kind == StmtKind::Continue) && !stmt.name.empty()) {
    ++result;
  }
  for (const Expr& operand : stmt.operands) result += size_of(operand);
  for (const Block& block : stmt.blocks) result += 1 + size_of(block);
  return result;
}

std::size_t size_of(const Block& block) {
  std::size_t result = 0;
  for (const Stmt& stmt : block) result += size_of(stmt);
  return result;
}

std::size_t size_of(const std::vector<Expr>& exprs) {
  std::size_t result = 0;
  for (const Expr& expr : exprs) result += size_of(expr);
  return result;
}

}  // namespace

std::size_t size(const GeneratedProgram& program) {
  std::size_t result = 5 * program.consts.size();
  for (const SharedDecl& decl : program.shared) {
    result += 5 + size_of(decl.size) + size_of(decl.initial);
    if (decl.kind == CellKind::NonAtomic) ++result;
  }
  for (const StructDecl& decl : program.structs) result += 5 + decl.fields.size();
  for (const FunctionDecl& decl : program.functions) {
    result += 10 + 10 * decl.parameters.size() + size_of(decl.body);
  }
  for (const ThreadDecl& decl : program.threads) {
    result += 10 * decl.instances() + size_of(decl.range) + size_of(decl.body);
    if (decl.is_family()) result += 5;
  }
  for (const ConditionDecl& decl : program.conditions) result += 5 + size_of(decl.expression);
  return result + size_of(program.init) + size_of(program.final);
}

// ---- Events ---------------------------------------------------------------------

namespace {

std::size_t events_of(const Expr& expr, const std::vector<FunctionDecl>& functions) {
  std::size_t result = 0;
  for (const Expr& operand : expr.operands) result += events_of(operand, functions);
  if (expr.kind == ExprKind::Load || expr.kind == ExprKind::Await) return result + 1;
  if (expr.kind == ExprKind::Rmw || expr.kind == ExprKind::Cas ||
      expr.kind == ExprKind::AwaitExchange) {
    return result + 2;
  }
  if (expr.kind != ExprKind::Call && expr.kind != ExprKind::Spawn) return result;
  for (const FunctionDecl& function : functions) {
    if (function.name == expr.name) result += max_events(function.body, functions);
  }
  return result;
}

std::size_t events_of(const Stmt& stmt, const std::vector<FunctionDecl>& functions) {
  std::size_t operands = 0;
  for (const Expr& operand : stmt.operands) operands += events_of(operand, functions);
  std::vector<std::size_t> blocks;
  for (const Block& block : stmt.blocks) blocks.push_back(max_events(block, functions));
  if (stmt.kind == StmtKind::If) return operands + std::max(blocks[0], blocks[1]);
  if (stmt.kind == StmtKind::Critical) return blocks[0] + 3;
  if (stmt.kind == StmtKind::Labelled) return blocks[0];
  if (stmt.kind == StmtKind::Store || stmt.kind == StmtKind::Free) return operands + 1;
  if (stmt.kind != StmtKind::Loop) return operands;
  const auto iterations = static_cast<std::size_t>(stmt.bound == 0 ? 2 : stmt.bound);
  const std::size_t guards = stmt.form == LoopForm::Do ? iterations : iterations + 1;
  return iterations * blocks[0] + guards * operands;
}

}  // namespace

std::size_t max_events(const Block& block, const std::vector<FunctionDecl>& functions) {
  std::size_t result = 0;
  for (const Stmt& stmt : block) result += events_of(stmt, functions);
  return result;
}

std::size_t max_events(const GeneratedProgram& program) {
  std::size_t result =
      max_events(program.init, program.functions) + max_events(program.final, program.functions);
  for (const ThreadDecl& thread : program.threads) {
    result += thread.instances() * max_events(thread.body, program.functions);
  }
  return result;
}

// ---- Visits ---------------------------------------------------------------------

void for_each_expr(Expr& expr, const std::function<void(Expr&)>& visit) {
  for (Expr& operand : expr.operands) for_each_expr(operand, visit);
  visit(expr);
}

void for_each_expr(Block& block, const std::function<void(Expr&)>& visit) {
  for (Stmt& stmt : block) {
    for (Expr& operand : stmt.operands) for_each_expr(operand, visit);
    for (Block& inner : stmt.blocks) for_each_expr(inner, visit);
  }
}

void for_each_expr(GeneratedProgram& program, const std::function<void(Expr&)>& visit) {
  for (SharedDecl& decl : program.shared) {
    for (Expr& expr : decl.size) for_each_expr(expr, visit);
    for (Expr& expr : decl.initial) for_each_expr(expr, visit);
  }
  for (FunctionDecl& decl : program.functions) for_each_expr(decl.body, visit);
  for_each_expr(program.init, visit);
  for (ThreadDecl& decl : program.threads) {
    for (Expr& expr : decl.range) for_each_expr(expr, visit);
    for_each_expr(decl.body, visit);
  }
  for_each_expr(program.final, visit);
  for (ConditionDecl& decl : program.conditions) for_each_expr(decl.expression, visit);
}

namespace {

void for_each_stmt(Block& block, const std::function<void(Stmt&)>& visit) {
  for (Stmt& stmt : block) {
    for (Block& inner : stmt.blocks) for_each_stmt(inner, visit);
    visit(stmt);
  }
}

}  // namespace

void for_each_stmt(GeneratedProgram& program, const std::function<void(Stmt&)>& visit) {
  for (FunctionDecl& decl : program.functions) for_each_stmt(decl.body, visit);
  for_each_stmt(program.init, visit);
  for (ThreadDecl& decl : program.threads) for_each_stmt(decl.body, visit);
  for_each_stmt(program.final, visit);
}

bool returns_value(const Block& block) {
  return std::ranges::any_of(block, [](const Stmt& stmt) {
    if (stmt.kind == StmtKind::Return) return !stmt.operands.empty();
    return std::ranges::any_of(stmt.blocks, returns_value);
  });
}

namespace {

void collect_locks(const Block& block, std::set<std::string>& names) {
  for (const Stmt& stmt : block) {
    if (stmt.kind == StmtKind::Critical) names.insert(stmt.name);
    for (const Block& inner : stmt.blocks) collect_locks(inner, names);
  }
}

}  // namespace

std::set<std::string> mentioned_names(const GeneratedProgram& program) {
  std::set<std::string> result;
  GeneratedProgram copy = program;
  for_each_expr(copy, [&](const Expr& expr) {
    if (!expr.name.empty()) result.insert(expr.name);
  });
  for (const FunctionDecl& function : program.functions) collect_locks(function.body, result);
  for (const ThreadDecl& thread : program.threads) collect_locks(thread.body, result);
  collect_locks(program.init, result);
  collect_locks(program.final, result);
  return result;
}

}  // namespace drover::oracle
