// Shrinking by single edits. Every place that may become simpler is a numbered site: an Editor
// walks the program, counts the sites and edits its target. repair() then restores well-formedness.
#include "tests/oracle/shrink.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "tests/oracle/inline_call.h"
#include "tests/oracle/repair.h"

namespace drover::oracle {
namespace {

template <typename T>
void erase_at(std::vector<T>& from, std::size_t index) {
  from.erase(from.begin() + static_cast<std::ptrdiff_t>(index));
}

void splice(Block& block, std::size_t index, const Block& replacement) {
  const Block body = replacement;  // a copy: `replacement` may be part of the erased statement
  erase_at(block, index);
  block.insert(block.begin() + static_cast<std::ptrdiff_t>(index), body.begin(), body.end());
}

bool same_shape(const SharedDecl& a, const SharedDecl& b) {
  return a.kind == b.kind && a.size.empty() == b.size.empty();
}

class Editor {
 public:
  explicit Editor(std::size_t target) : target_(target) {}

  // Edits the target. False if there is no site of that number.
  bool edit(GeneratedProgram& program);

 private:
  // Counts a site. True at the target.
  bool at_site() {
    if (seen_++ != target_) return false;
    done_ = true;
    return true;
  }

  void edit_threads(GeneratedProgram& program);
  void edit_family(GeneratedProgram& program, std::size_t thread);
  void edit_functions(GeneratedProgram& program);
  void edit_declarations(GeneratedProgram& program);
  void edit_shared(GeneratedProgram& program, std::size_t index);
  void edit_conditions(GeneratedProgram& program);
  void edit_code(GeneratedProgram& program);

  void edit_block(Block& block);
  void edit_stmt(Stmt& stmt);
  void edit_loop(Stmt& stmt);
  void edit_fence(Stmt& stmt);
  void edit_mode(Mode& mode);
  void edit_expr(Expr& expr);
  void edit_place(Expr& place);
  void edit_access(Expr& expr);

  std::size_t target_;
  std::size_t seen_ = 0;
  bool done_ = false;
  std::string cell_;  // an atomic scalar, if there is one
};

bool Editor::edit(GeneratedProgram& program) {
  for (const SharedDecl& decl : program.shared) {
    if (decl.kind == CellKind::Atomic && decl.size.empty() && cell_.empty()) cell_ = decl.name;
  }
  edit_threads(program);
  if (!done_) edit_functions(program);
  if (!done_) edit_declarations(program);
  if (!done_) edit_conditions(program);
  if (!done_) edit_code(program);
  return done_;
}

// ---- Items ----------------------------------------------------------------------

void Editor::edit_threads(GeneratedProgram& program) {
  for (std::size_t i = 0; i < program.threads.size() && !done_; ++i) {
    if (program.threads.size() > 1 && at_site()) return erase_at(program.threads, i);
    if (program.threads[i].is_family()) edit_family(program, i);
  }
  if (done_) return;
  if (!program.init.empty() && at_site()) return program.init.clear();
  if (!program.final.empty() && at_site()) return program.final.clear();
}

void Editor::edit_family(GeneratedProgram& program, std::size_t index) {
  ThreadDecl& thread = program.threads[index];
  if (thread.instances() > 2 && at_site()) {
    --thread.last;
    thread.range[1] = number(thread.last);
    return;
  }
  if (!at_site()) return;
  // A single thread replaces the family: its first member.
  for_each_expr(thread.body, [&](Expr& expr) {
    if (expr.kind == ExprKind::Constant && expr.name == thread.index) expr = number(thread.first);
  });
  const std::string member = thread.name + std::to_string(thread.first) + ":";
  for (ConditionDecl& condition : program.conditions) {
    for_each_expr(condition.expression, [&](Expr& expr) {
      if (expr.kind == ExprKind::ObservedRegister && expr.name.starts_with(member)) {
        expr.name = thread.name + ":" + expr.name.substr(member.size());
      }
    });
  }
  thread.index.clear();
  thread.range.clear();
  thread.first = thread.last = 0;
}

void Editor::edit_functions(GeneratedProgram& program) {
  for (std::size_t i = 0; i < program.functions.size(); ++i) {
    if (at_site()) return erase_at(program.functions, i);
    if (at_site()) {
      inline_only_call(program, i);
      return;
    }
    FunctionDecl& function = program.functions[i];
    for (std::size_t p = 0; p < function.parameters.size(); ++p) {
      if (!at_site()) continue;
      erase_at(function.parameters, p);
      for_each_expr(program, [&](Expr& expr) {
        const bool is_call = (expr.kind == ExprKind::Call || expr.kind == ExprKind::Spawn) &&
                             expr.name == function.name;
        if (is_call && p < expr.operands.size()) erase_at(expr.operands, p);
      });
      return;
    }
  }
}

void Editor::edit_declarations(GeneratedProgram& program) {
  for (std::size_t i = 0; i < program.consts.size(); ++i) {
    if (!at_site()) continue;
    const ConstDecl decl = program.consts[i];
    for_each_expr(program, [&](Expr& expr) {
      if (expr.kind == ExprKind::Constant && expr.name == decl.name) expr = number(decl.value);
    });
    return erase_at(program.consts, i);
  }
  for (std::size_t i = 0; i < program.structs.size(); ++i) {
    if (at_site()) return erase_at(program.structs, i);
  }
  for (std::size_t i = 0; i < program.shared.size() && !done_; ++i) edit_shared(program, i);
}

void Editor::edit_shared(GeneratedProgram& program, std::size_t index) {
  SharedDecl& decl = program.shared[index];
  if (at_site()) return erase_at(program.shared, index);
  if (!decl.initial.empty() && at_site()) return decl.initial.clear();
  for (std::size_t i = 0; i < index; ++i) {
    if (!same_shape(program.shared[i], decl) || !at_site()) continue;
    const std::string from = decl.name;
    const std::string to = program.shared[i].name;
    for_each_expr(program, [&](Expr& expr) {
      if (is_place(expr.kind) && expr.name == from) expr.name = to;
    });
    return erase_at(program.shared, index);
  }
}

void Editor::edit_conditions(GeneratedProgram& program) {
  for (std::size_t i = 0; i < program.conditions.size() && !done_; ++i) {
    if (program.conditions.size() > 1 && at_site()) return erase_at(program.conditions, i);
    // Simplifies conjunctions, disjunctions and negations; comparisons stay.
    std::vector<Expr*> open = {&program.conditions[i].expression};
    while (!open.empty()) {
      Expr& expr = *open.back();
      open.pop_back();
      const bool is_join = expr.name == "&&" || expr.name == "||" || expr.name == "!";
      if (!is_join) continue;
      for (Expr& operand : expr.operands) {
        if (at_site()) {
          Expr kept = operand;
          expr = std::move(kept);
          return;
        }
        open.push_back(&operand);
      }
    }
  }
}

void Editor::edit_code(GeneratedProgram& program) {
  for (ThreadDecl& thread : program.threads) {
    if (!done_) edit_block(thread.body);
  }
  for (FunctionDecl& function : program.functions) {
    if (!done_) edit_block(function.body);
  }
  if (!done_) edit_block(program.init);
  if (!done_) edit_block(program.final);
}

// ---- Statements -----------------------------------------------------------------

void Editor::edit_block(Block& block) {
  for (std::size_t i = 0; i < block.size() && !done_; ++i) {
    if (at_site()) return erase_at(block, i);
    for (const Block& inner : block[i].blocks) {
      if (at_site()) return splice(block, i, inner);
    }
    for (Block& inner : block[i].blocks) {
      if (!inner.empty() && at_site()) return inner.clear();
    }
    edit_stmt(block[i]);
  }
}

void Editor::edit_stmt(Stmt& stmt) {
  if (stmt.kind == StmtKind::Fence) return edit_fence(stmt);
  edit_mode(stmt.mode);
  if (done_) return;
  if (stmt.spelling == Spelling::Call && at_site()) {
    stmt.spelling = Spelling::Sugar;
    return;
  }
  if (stmt.kind == StmtKind::Assert && !stmt.name.empty() && at_site()) return stmt.name.clear();
  if (stmt.kind == StmtKind::Evaluate && stmt.operands[0].kind == ExprKind::Rmw && at_site()) {
    const Expr rmw = stmt.operands[0];
    stmt = make_stmt(StmtKind::Store, {}, rmw.operands, write_half(rmw.mode));
    return;
  }
  if (stmt.kind != StmtKind::Evaluate && stmt.operands.size() == 1 &&
      has_effect(stmt.operands[0]) && at_site()) {
    const Expr effect = stmt.operands[0];
    stmt = make_stmt(StmtKind::Evaluate, {}, {effect});
    return;
  }
  if (stmt.kind == StmtKind::Loop) edit_loop(stmt);
  const bool only_guard_ends_it = stmt.kind == StmtKind::Loop && stmt.bound == 0;
  for (Expr& operand : stmt.operands) {
    if (!done_ && !only_guard_ends_it) edit_expr(operand);
  }
  for (Block& inner : stmt.blocks) {
    if (!done_) edit_block(inner);
  }
}

void Editor::edit_loop(Stmt& stmt) {
  if (stmt.bound > 1 && at_site()) {
    stmt.bound = 1;
    return;
  }
  if (stmt.bound > 0 && !stmt.operands.empty() && at_site()) return stmt.operands.clear();
  if (stmt.form != LoopForm::While && at_site()) stmt.form = LoopForm::While;
}

void Editor::edit_fence(Stmt& stmt) {
  if (stmt.mode == Mode::Sc && at_site()) {
    stmt.mode = Mode::AcqRel;
    return;
  }
  for (const Mode weaker : {Mode::Acq, Mode::Rel}) {
    if (at_least(stmt.mode, Mode::AcqRel) && at_site()) {
      stmt.mode = weaker;
      return;
    }
  }
}

void Editor::edit_mode(Mode& mode) {
  if (mode == Mode::Plain) return;
  for (const Mode simpler : {Mode::Plain, Mode::Rlx}) {
    const bool is_simpler = mode != simpler && (mode != Mode::Na || simpler == Mode::Plain);
    if (is_simpler && at_site()) {
      mode = simpler;
      return;
    }
  }
}

// ---- Expressions ----------------------------------------------------------------

void Editor::edit_expr(Expr& expr) {
  if (is_place(expr.kind)) return edit_place(expr);
  if (expr.kind != ExprKind::Number && at_site()) {
    expr = number(0);
    return;
  }
  for (const std::int64_t simple : {0, 1}) {
    if (expr.kind == ExprKind::Number && expr.value > simple && at_site()) {
      expr = number(simple);
      return;
    }
  }
  for (const Expr& operand : expr.operands) {
    if (is_place(operand.kind) || !at_site()) continue;
    Expr kept = operand;
    expr = std::move(kept);
    return;
  }
  edit_access(expr);
  for (Expr& operand : expr.operands) {
    if (!done_) edit_expr(operand);
  }
}

void Editor::edit_place(Expr& place) {
  if (place.kind == ExprKind::Deref && !cell_.empty() && at_site()) {
    place = named(ExprKind::Cell, cell_);
    return;
  }
  for (Expr& operand : place.operands) {
    if (!done_) edit_expr(operand);
  }
}

void Editor::edit_access(Expr& expr) {
  if (done_) return;
  const bool reads = expr.kind == ExprKind::Rmw || expr.kind == ExprKind::Cas ||
                     expr.kind == ExprKind::Await || expr.kind == ExprKind::AwaitExchange;
  if (reads && at_site()) {
    expr = make_expr(ExprKind::Load, {}, {expr.operands[0]}, read_half(expr.mode));
    return;
  }
  if (expr.kind == ExprKind::Await && expr.operands.size() > 2 && at_site()) {
    return expr.operands.pop_back();
  }
  if (expr.kind == ExprKind::AwaitExchange && at_site()) {
    expr.kind = ExprKind::Await;
    expr.mode = read_half(expr.mode);
    expr.failure_mode = Mode::Plain;
    expr.value = 0;
    return expr.operands.pop_back();
  }
  if (expr.kind == ExprKind::AwaitExchange && expr.value != 0 && at_site()) {
    expr.value = 0;
    return;
  }
  if (expr.is_assumed && at_site()) {
    expr.is_assumed = false;
    return;
  }
  if (expr.failure_mode != Mode::Plain) {
    if (at_site()) {
      expr.failure_mode = Mode::Plain;
      return;
    }
    return;  // a failure mode needs the mode, so the mode stays until the failure mode is gone
  }
  if (expr.spelling == Spelling::Call && at_site()) {
    expr.spelling = Spelling::Sugar;
    return;
  }
  if (expr.annotation != Annotation::None && at_site()) {
    expr.annotation = Annotation::None;
    return;
  }
  edit_mode(expr.mode);
}

// Removes all declarations that nothing mentions.
GeneratedProgram without_unused(GeneratedProgram program) {
  const std::set<std::string> names = mentioned_names(program);
  const auto is_unused = [&](const auto& decl) { return !names.contains(decl.name); };
  std::erase_if(program.consts, is_unused);
  std::erase_if(program.shared, is_unused);
  std::erase_if(program.functions, is_unused);
  return program;
}

}  // namespace

std::vector<GeneratedProgram> simplifications(const GeneratedProgram& program) {
  const std::size_t limit = size(program);
  std::vector<std::pair<std::size_t, GeneratedProgram>> found;
  std::set<std::string> sources;
  const auto add = [&](GeneratedProgram candidate) {
    const std::size_t candidate_size = size(candidate);
    if (candidate_size >= limit || !sources.insert(to_source(candidate)).second) return;
    found.emplace_back(candidate_size, std::move(candidate));
  };
  add(without_unused(program));
  for (std::size_t target = 0;; ++target) {
    GeneratedProgram candidate = program;
    if (!Editor(target).edit(candidate)) break;
    add(repair(std::move(candidate)));
  }
  std::ranges::stable_sort(found, {}, [](const auto& entry) { return entry.first; });
  std::vector<GeneratedProgram> result;
  for (auto& entry : found) result.push_back(std::move(entry.second));
  return result;
}

GeneratedProgram shrink(GeneratedProgram program,
                        const std::function<bool(const std::string& source)>& still_fails,
                        std::size_t budget) {
  const auto next = [&]() -> std::optional<GeneratedProgram> {
    for (GeneratedProgram& candidate : simplifications(program)) {
      if (budget == 0) return std::nullopt;
      --budget;
      if (still_fails(to_source(candidate))) return std::move(candidate);
    }
    return std::nullopt;
  };
  while (std::optional<GeneratedProgram> smaller = next()) program = std::move(*smaller);
  return program;
}

}  // namespace drover::oracle
