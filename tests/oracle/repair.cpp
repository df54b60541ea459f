#include "tests/oracle/repair.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace drover::oracle {
namespace {

// Names declared earlier.
struct Context {
  std::set<std::string> registers;
  std::set<std::string> constants;
  std::string index;  // the index of a family; `last` is its largest value
  std::int64_t last = 0;
  bool in_function = false;
  int loops = 0;
  std::map<std::string, bool> labels;  // labels around this place: true for a loop's
};

enum class Position : std::uint8_t { Value, Statement };
enum class Verdict : std::uint8_t { Keep, Drop };

struct Signature {
  std::size_t parameters = 0;
  bool has_value = false;
};

class Repairer {
 public:
  explicit Repairer(GeneratedProgram program) : program_(std::move(program)) {}

  GeneratedProgram run() {
    collect_declarations();
    for (FunctionDecl& function : program_.functions) fix_function(function);
    fix_sequential(program_.init, "init");
    for (ThreadDecl& thread : program_.threads) fix_thread(thread);
    fix_sequential(program_.final, "final");
    std::erase_if(program_.conditions, [&](ConditionDecl& condition) {
      return fix_condition(condition.expression) == Verdict::Drop;
    });
    return std::move(program_);
  }

 private:
  void collect_declarations();
  [[nodiscard]] Context new_context() const;
  void fix_function(FunctionDecl& function);
  void fix_thread(ThreadDecl& thread);
  void fix_sequential(Block& block, const std::string& owner);

  void fix(Block& block, Context& context);
  Verdict fix(Stmt& stmt, Context& context);
  Verdict fix_parts(Stmt& stmt, Context& context);
  Verdict fix_loop(Stmt& stmt, Context& context);
  static Verdict fix_jump(const Stmt& stmt, const Context& context);
  void fix_value(Expr& expr, const Context& context, Position position = Position::Value);
  void fix_access(Expr& expr, const Context& context);
  void fix_call(Expr& expr, const Context& context, Position position);
  Verdict fix_place(Expr& place, const Context& context);
  static void fix_index(Expr& index, const Context& context);
  Verdict fix_condition(Expr& expr);

  GeneratedProgram program_;
  std::set<std::string> scalars_, arrays_, fields_, structs_;
  std::map<std::string, Signature> functions_;  // functions that are repaired already
  std::set<std::string> observed_;              // "T0:r0"
};

void Repairer::collect_declarations() {
  for (const SharedDecl& decl : program_.shared) {
    (decl.size.empty() ? scalars_ : arrays_).insert(decl.name);
  }
  for (const StructDecl& decl : program_.structs) {
    structs_.insert(decl.name);
    for (const FieldDecl& field : decl.fields) fields_.insert(field.name);
  }
}

Context Repairer::new_context() const {
  Context context;
  for (const ConstDecl& decl : program_.consts) context.constants.insert(decl.name);
  return context;
}

void Repairer::fix_function(FunctionDecl& function) {
  Context context = new_context();
  context.in_function = true;
  context.registers.insert(function.parameters.begin(), function.parameters.end());
  fix(function.body, context);
  functions_[function.name] = {function.parameters.size(), returns_value(function.body)};
}

void Repairer::fix_thread(ThreadDecl& thread) {
  Context context = new_context();
  if (thread.is_family()) {
    context.constants.insert(thread.index);
    context.index = thread.index;
    context.last = thread.last;
  }
  fix(thread.body, context);
  for (std::int64_t i = thread.first; i <= thread.last; ++i) {
    const std::string owner = thread.name + (thread.is_family() ? std::to_string(i) : "");
    for (const std::string& name : context.registers) observed_.insert(owner + ":" + name);
  }
}

void Repairer::fix_sequential(Block& block, const std::string& owner) {
  Context context = new_context();
  fix(block, context);
  for (const std::string& name : context.registers) observed_.insert(owner + ":" + name);
}

// ---- Statements -----------------------------------------------------------------

void Repairer::fix(Block& block, Context& context) {
  Block kept;
  for (Stmt& stmt : block) {
    if (fix(stmt, context) == Verdict::Keep) kept.push_back(std::move(stmt));
  }
  block = std::move(kept);
}

Verdict Repairer::fix(Stmt& stmt, Context& context) {
  switch (stmt.kind) {
    case StmtKind::Loop: return fix_loop(stmt, context);
    case StmtKind::Break:
    case StmtKind::Continue: return fix_jump(stmt, context);
    case StmtKind::Labelled: {
      if (!context.labels.emplace(stmt.name, false).second) return Verdict::Drop;
      fix(stmt.blocks[0], context);
      context.labels.erase(stmt.name);
      return Verdict::Keep;
    }
    case StmtKind::Critical:
      if (!scalars_.contains(stmt.name)) return Verdict::Drop;
      return fix_parts(stmt, context);
    case StmtKind::Return:
      if (!context.in_function) stmt.operands.clear();
      return fix_parts(stmt, context);
    case StmtKind::Store:
      if (fix_place(stmt.operands[0], context) == Verdict::Drop) return Verdict::Drop;
      fix_value(stmt.operands[1], context);
      return Verdict::Keep;
    case StmtKind::Evaluate: {
      Expr& expr = stmt.operands[0];
      fix_value(expr, context, Position::Statement);
      return has_effect(expr) ? Verdict::Keep : Verdict::Drop;
    }
    case StmtKind::Assign:
      fix_value(stmt.operands[0], context);
      context.registers.insert(stmt.name);
      return Verdict::Keep;
    case StmtKind::If:
    case StmtKind::Fence:
    case StmtKind::Assume:
    case StmtKind::Assert:
    case StmtKind::Error:
    case StmtKind::Block:
    case StmtKind::Free: return fix_parts(stmt, context);
  }
  return Verdict::Keep;
}

Verdict Repairer::fix_parts(Stmt& stmt, Context& context) {
  for (Expr& operand : stmt.operands) fix_value(operand, context);
  for (Block& block : stmt.blocks) fix(block, context);
  return Verdict::Keep;
}

Verdict Repairer::fix_jump(const Stmt& stmt, const Context& context) {
  if (stmt.name.empty()) return context.loops > 0 ? Verdict::Keep : Verdict::Drop;
  const auto label = context.labels.find(stmt.name);
  const bool is_good =
      label != context.labels.end() && (label->second || stmt.kind == StmtKind::Break);
  return is_good ? Verdict::Keep : Verdict::Drop;
}

Verdict Repairer::fix_loop(Stmt& stmt, Context& context) {
  if (stmt.bound > 0) context.registers.insert(stmt.name);
  if (stmt.bound == 0 && stmt.operands.empty()) return Verdict::Drop;
  const auto fix_guard = [&] {
    for (Expr& guard : stmt.operands) fix_value(guard, context);
  };
  if (stmt.form != LoopForm::Do) fix_guard();
  if (!stmt.label.empty() && !context.labels.emplace(stmt.label, true).second) {
    return Verdict::Drop;
  }
  ++context.loops;
  fix(stmt.blocks[0], context);
  --context.loops;
  context.labels.erase(stmt.label);
  if (stmt.form == LoopForm::Do) fix_guard();
  return Verdict::Keep;
}

// ---- Expressions ----------------------------------------------------------------

void Repairer::fix_value(Expr& expr, const Context& context, Position position) {
  switch (expr.kind) {
    case ExprKind::Number:
    case ExprKind::Choose: return;
    case ExprKind::Register:
      if (!context.registers.contains(expr.name)) expr = number(0);
      return;
    case ExprKind::Constant:
      if (!context.constants.contains(expr.name)) expr = number(0);
      return;
    case ExprKind::Load:
    case ExprKind::AddressOf:
    case ExprKind::Rmw:
    case ExprKind::Cas:
    case ExprKind::Await:
    case ExprKind::AwaitExchange: return fix_access(expr, context);
    case ExprKind::Call: return fix_call(expr, context, position);
    case ExprKind::Spawn: return fix_call(expr, context, Position::Statement);
    case ExprKind::Alloc:
      if (expr.operands.empty() && !structs_.contains(expr.name)) expr = number(0);
      return;
    case ExprKind::Unary:
    case ExprKind::Conditional:
    case ExprKind::Join:
    case ExprKind::Binary: break;
    case ExprKind::ObservedRegister:
    case ExprKind::Cell:
    case ExprKind::Element:
    case ExprKind::Deref:
    case ExprKind::Field: expr = number(0); return;
  }
  for (Expr& operand : expr.operands) fix_value(operand, context);
  const bool divides = expr.kind == ExprKind::Binary && (expr.name == "/" || expr.name == "%");
  if (divides && expr.operands[1] == number(0)) expr.operands[1] = number(1);
}

void Repairer::fix_access(Expr& expr, const Context& context) {
  if (fix_place(expr.operands[0], context) == Verdict::Drop) {
    expr = number(0);
    return;
  }
  for (std::size_t i = 1; i < expr.operands.size(); ++i) fix_value(expr.operands[i], context);
}

void Repairer::fix_call(Expr& expr, const Context& context, Position position) {
  const auto found = functions_.find(expr.name);
  const bool is_good = found != functions_.end() &&
                       found->second.parameters == expr.operands.size() &&
                       (found->second.has_value || position == Position::Statement);
  if (!is_good) {
    expr = number(0);
    return;
  }
  for (Expr& operand : expr.operands) fix_value(operand, context);
}

Verdict Repairer::fix_place(Expr& place, const Context& context) {
  if (place.kind == ExprKind::Cell) {
    return scalars_.contains(place.name) ? Verdict::Keep : Verdict::Drop;
  }
  if (place.kind == ExprKind::Element) {
    fix_value(place.operands[0], context);
    fix_index(place.operands[0], context);
    return arrays_.contains(place.name) ? Verdict::Keep : Verdict::Drop;
  }
  if (place.kind == ExprKind::Field && !fields_.contains(place.name)) return Verdict::Drop;
  fix_value(place.operands[0], context);
  bool has_register = false;
  for_each_expr(place.operands[0], [&](const Expr& expr) {
    if (expr.kind == ExprKind::Register) has_register = true;
  });
  return has_register ? Verdict::Keep : Verdict::Drop;
}

// Arrays have two cells: an index is 0, 1, `e & 1`, or a family's index below 2.
void Repairer::fix_index(Expr& index, const Context& context) {
  const bool is_masked = index.kind == ExprKind::Binary && index.name == "&" &&
                         index.operands[1].kind == ExprKind::Number &&
                         (index.operands[1].value == 0 || index.operands[1].value == 1);
  const bool is_number = index.kind == ExprKind::Number && index.value >= 0 && index.value < 2;
  const bool is_family_index =
      index.kind == ExprKind::Constant && index.name == context.index && context.last < 2;
  if (!is_masked && !is_number && !is_family_index) index = number(0);
}

// Drops comparisons of missing names, and keeps the other side of `&&` and `||`.
Verdict Repairer::fix_condition(Expr& expr) {
  if (expr.kind == ExprKind::ObservedRegister) {
    return observed_.contains(expr.name) ? Verdict::Keep : Verdict::Drop;
  }
  const Context context = new_context();
  if (expr.kind == ExprKind::Load) return fix_place(expr.operands[0], context);
  if (expr.kind == ExprKind::Constant) fix_value(expr, context);
  const bool joins = expr.kind == ExprKind::Binary && (expr.name == "&&" || expr.name == "||");
  if (!joins) {
    bool is_good = true;
    for (Expr& operand : expr.operands) is_good &= fix_condition(operand) == Verdict::Keep;
    return is_good ? Verdict::Keep : Verdict::Drop;
  }
  const Verdict left = fix_condition(expr.operands[0]);
  const Verdict right = fix_condition(expr.operands[1]);
  if (left == Verdict::Drop && right == Verdict::Drop) return Verdict::Drop;
  if (left == Verdict::Drop || right == Verdict::Drop) {
    Expr kept = std::move(expr.operands[left == Verdict::Drop ? 1 : 0]);
    expr = std::move(kept);
  }
  return Verdict::Keep;
}

}  // namespace

GeneratedProgram repair(GeneratedProgram program) { return Repairer(std::move(program)).run(); }

}  // namespace drover::oracle
