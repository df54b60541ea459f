#include "frontend/check_context.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/ast_walk.h"
#include "frontend/suggestion.h"
#include "support/overloaded.h"

namespace drover {

namespace {

using namespace ast;

using RegisterSet = std::set<std::uint32_t>;

// A body and the registers that conditions observe.
struct RegisterBody {
  const std::vector<std::string>* registers = nullptr;
  StmtId block;
  std::uint32_t parameters = 0;  // of a function: its first registers
  RegisterSet observed;
};

// `r1` and `r2`, or `a` and `b`, are not misspellings of each other.
bool is_misspelling(std::string_view name, std::string_view other) {
  constexpr std::size_t ShortName = 2;
  const auto stem = [](std::string_view text) {
    return text.substr(0, text.find_last_not_of("0123456789") + 1);
  };
  return name.size() > ShortName && stem(name) != stem(other);
}

struct FirstAssignment {
  SourceRange target;
  bool is_pure = false;  // all assignments of the register only compute a value
};

class RegisterChecker {
 public:
  RegisterChecker(const CheckedProgram& program, const RegisterBody& body, DiagnosticSink& sink)
      : program_(program), ast_(program.ast), body_(body), sink_(sink) {}

  void run() {
    RegisterSet assigned;
    for (std::uint32_t i = 0; i < body_.parameters; ++i) assigned.insert(i);
    visit(body_.block, assigned);
    for (const auto& [reg, assignment] : assignments_) {
      const bool is_used = used_.contains(reg) || body_.observed.contains(reg);
      // The search for similar names is slow for many names, and further diagnostics are not shown.
      const bool is_shown = sink_.diagnostics().size() < DiagnosticSink::MaxErrors;
      if (!is_used && reg >= body_.parameters && is_shown) report_unused(reg, assignment);
    }
  }

 private:
  [[nodiscard]] std::optional<std::uint32_t> register_of(ExprId id) const {
    const bool is_register =
        std::holds_alternative<Name>(ast_[id].node) && program_[id].kind == NameKind::Register;
    return is_register ? std::optional(program_[id].index) : std::nullopt;
  }

  // ---- Order of assignments. `assigned` are the registers that may have been assigned. Threads
  // jump only forward, except in loops: so these are the registers assigned earlier in the text.

  void visit(StmtId id, RegisterSet& assigned) {
    if (id.is_none()) return;
    const StatementNode& node = ast_[id].node;
    if (const auto* assign = std::get_if<Assign>(&node)) return visit_assign(*assign, assigned);
    if (const auto* branch = std::get_if<If>(&node)) return visit_if(*branch, assigned);
    if (is_one_of<While, DoWhile, For>(node)) return visit_loop(node, id, assigned);
    for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), StmtId>) {
        visit(child, assigned);
      } else {
        use(child, assigned);
      }
    });
  }

  void visit_assign(const Assign& n, RegisterSet& assigned) {
    const auto target = register_of(n.target);
    if (!target) {
      use(n.target, assigned);
      use(n.value, assigned);
      return;
    }
    // `r := r + 1` alone does not make r used.
    const bool is_own = is_pure(n.value);
    const bool was_used = used_.contains(*target);
    use(n.value, assigned);
    if (is_own && !was_used) used_.erase(*target);
    const auto [known, is_new] =
        assignments_.try_emplace(*target, FirstAssignment{ast_[n.target].range, is_own});
    if (!is_new) known->second.is_pure = known->second.is_pure && is_own;
    assigned.insert(*target);
  }

  void visit_if(const If& n, RegisterSet& assigned) {
    use(n.condition, assigned);
    RegisterSet otherwise = assigned;
    visit(n.then, assigned);
    visit(n.otherwise, otherwise);
    assigned.merge(otherwise);
  }

  // At the begin of an iteration, every register that the loop assigns may have been assigned.
  void visit_loop(const StatementNode& node, StmtId id, RegisterSet& assigned) {
    const auto* with_start = std::get_if<For>(&node);
    if (with_start != nullptr) visit(with_start->start, assigned);
    for_each_statement(ast_, id, [&](StmtId inner) {
      const auto* assign = std::get_if<Assign>(&ast_[inner].node);
      const auto target = assign != nullptr ? register_of(assign->target) : std::nullopt;
      if (target) assigned.insert(*target);
    });
    for_each_child(node, [&](auto child) {
      if constexpr (std::is_same_v<decltype(child), StmtId>) {
        if (with_start == nullptr || child != with_start->start) visit(child, assigned);
      } else {
        use(child, assigned);
      }
    });
  }

  void use(ExprId root, const RegisterSet& assigned) {
    for_each_expression(ast_, root, [&](ExprId id) {
      const auto reg = register_of(id);
      if (!reg) return;
      used_.insert(*reg);
      const bool is_early = !assigned.contains(*reg) && early_.insert(*reg).second;
      if (is_early) {
        sink_.report(DiagnosticKind::UnassignedRegister, ast_[id].range, {name_of(*reg)});
      }
    });
  }

  // ---- Words

  [[nodiscard]] const std::string& name_of(std::uint32_t reg) const {
    return (*body_.registers)[reg];
  }

  // True if the evaluation only computes a value: no access, no call.
  [[nodiscard]] bool is_pure(ExprId root) const {
    bool is_pure = true;
    for_each_expression(ast_, root, [&](ExprId id) {
      const ExpressionNode& node = ast_[id].node;
      const bool is_value = is_one_of<IntegerLiteral, AddressOf, Unary, Binary, Conditional>(node);
      const bool is_local =
          std::holds_alternative<Name>(node) && program_[id].kind != NameKind::SharedScalar;
      is_pure = is_pure && (is_value || is_local);
    });
    return is_pure;
  }

  // `r := x` alone is often written only for the load. It is reported only if the name looks
  // misspelt.
  void report_unused(std::uint32_t reg, const FirstAssignment& assignment) {
    Hint hint = hint_for(name_of(reg));
    if (hint.empty() && !assignment.is_pure) return;
    sink_.report(DiagnosticKind::UnusedRegister, assignment.target, {name_of(reg)})
        .with_hint(std::move(hint));
  }

  [[nodiscard]] Hint hint_for(const std::string& name) const {
    std::vector<std::string> near;
    const auto add = [&](const std::string& other) {
      if (is_misspelling(name, other)) near.push_back(other);
    };
    for (const SharedInfo& shared : program_.shared) add(shared.name);
    Hint hint = did_you_mean(name, near);
    if (!hint.empty()) return hint;
    near.clear();
    for (const std::uint32_t other : used_) add(name_of(other));
    return did_you_mean(name, near);
  }

  const CheckedProgram& program_;
  const Ast& ast_;
  const RegisterBody& body_;
  DiagnosticSink& sink_;
  std::map<std::uint32_t, FirstAssignment> assignments_;
  RegisterSet used_;
  RegisterSet early_;  // already reported
};

// Returns the bodies. The threads of a family share a body.
std::vector<RegisterBody> bodies_of(const CheckedProgram& program) {
  std::vector<RegisterBody> bodies;
  for (const FunctionInfo& function : program.functions) {
    bodies.push_back({.registers = &function.registers,
                      .block = function.body,
                      .parameters = static_cast<std::uint32_t>(function.parameter_count),
                      .observed = {}});
  }
  std::vector<std::size_t> body_of_thread;
  for (const ThreadInfo& thread : program.threads) {
    const auto known = std::ranges::find(bodies, thread.body, &RegisterBody::block);
    body_of_thread.push_back(static_cast<std::size_t>(known - bodies.begin()));
    if (known != bodies.end()) continue;
    bodies.push_back(
        {.registers = &thread.registers, .block = thread.body, .parameters = 0, .observed = {}});
  }
  for (const Item& item : program.ast.items) {
    const auto* condition = std::get_if<ConditionItem>(&item.node);
    if (condition == nullptr) continue;
    for_each_expression(program.ast, condition->condition, [&](ExprId id) {
      if (!std::holds_alternative<ThreadRegister>(program.ast[id].node)) return;
      bodies[body_of_thread[program[id].thread]].observed.insert(program[id].index);
    });
  }
  return bodies;
}

}  // namespace

void check_registers(const CheckedProgram& program, DiagnosticSink& sink) {
  for (const RegisterBody& body : bodies_of(program)) {
    RegisterChecker(program, body, sink).run();
  }
}

}  // namespace drover
