// Prints generated programs as source text, with no more parentheses than C's precedences need.
#include <string>
#include <string_view>
#include <utility>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {
namespace {

constexpr int ConditionalLevel = 0;
constexpr int UnaryLevel = 11;
constexpr int PrimaryLevel = 12;

int level_of_operator(std::string_view op) {
  constexpr std::pair<std::string_view, int> Levels[] = {
      {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
      {"!=", 6}, {"<", 7},  {"<=", 7}, {">", 7},  {">=", 7}, {"<<", 8},
      {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
  for (const auto& [name, level] : Levels) {
    if (name == op) return level;
  }
  return UnaryLevel;
}

int level_of(const Expr& expr) {
  if (expr.kind == ExprKind::Binary) return level_of_operator(expr.name);
  if (expr.kind == ExprKind::Conditional) return ConditionalLevel;
  if (expr.kind == ExprKind::Unary || expr.kind == ExprKind::AddressOf ||
      expr.kind == ExprKind::Deref) {
    return UnaryLevel;
  }
  if (expr.kind == ExprKind::Number && expr.value < 0) return UnaryLevel;
  if (expr.kind == ExprKind::Load && expr.spelling == Spelling::Sugar) {
    return level_of(expr.operands[0]);
  }
  return PrimaryLevel;
}

// The mode of an expression or a statement.
std::string at_mode(const auto& node) {
  if (node.mode == Mode::Plain) return "";
  const bool has_scope = !node.scope.empty() && node.mode > Mode::Na;
  return "@" + std::string(mode_name(node.mode)) + (has_scope ? "." + node.scope : "");
}

std::string at_least_level(const Expr& expr, int level) {
  const std::string text = to_source(expr);
  return level_of(expr) < level ? "(" + text + ")" : text;
}

std::string arguments(const std::vector<Expr>& exprs) {
  std::string result = "(";
  for (const Expr& expr : exprs) {
    if (&expr != &exprs.front()) result += ", ";
    result += to_source(expr);
  }
  return result + ")";
}

std::string annotation_text(Annotation annotation) {
  if (annotation == Annotation::Main) return "main ";
  return annotation == Annotation::Help ? "help " : "";
}

std::string unary_text(const Expr& expr) {
  const std::string operand = at_least_level(expr.operands[0], UnaryLevel);
  const bool would_join = operand.front() == expr.name.front();  // - -1
  return expr.name + (would_join ? "(" + operand + ")" : operand);
}

std::string binary_text(const Expr& expr) {
  const int level = level_of_operator(expr.name);
  return at_least_level(expr.operands[0], level) + " " + expr.name + " " +
         at_least_level(expr.operands[1], level + 1);
}

std::string conditional_text(const Expr& expr) {
  return at_least_level(expr.operands[0], ConditionalLevel + 1) + " ? " +
         to_source(expr.operands[1]) + " : " + to_source(expr.operands[2]);
}

std::string load_text(const Expr& expr) {
  if (expr.spelling == Spelling::Call) {
    return "load" + at_mode(expr) + arguments(expr.operands);
  }
  return to_source(expr.operands[0]) + at_mode(expr);
}

std::string cas_text(const Expr& expr) {
  const std::string failure =
      expr.failure_mode == Mode::Plain ? "" : "," + std::string(mode_name(expr.failure_mode));
  return annotation_text(expr.annotation) + expr.name + at_mode(expr) + failure +
         arguments(expr.operands);
}

std::string await_text(const Expr& expr) {
  const std::string place = to_source(expr.operands[0]);
  std::string condition;
  for (std::size_t i = 1; i < expr.operands.size(); ++i) {
    if (i > 1) condition += " || ";
    condition += place + " " + expr.name + " " +
                 at_least_level(expr.operands[i], level_of_operator(expr.name) + 1);
  }
  return (expr.is_assumed ? "assume await" : "await") + at_mode(expr) + "(" + condition + ")";
}

std::string await_exchange_text(const Expr& expr) {
  const std::string place = to_source(expr.operands[0]);
  const std::string failure =
      expr.failure_mode == Mode::Plain ? "" : "," + std::string(mode_name(expr.failure_mode));
  const std::string bound = at_least_level(expr.operands[1], level_of_operator(expr.name) + 1);
  const std::string desired = expr.value == 0
                                  ? to_source(expr.operands[2])
                                  : place + " + " + at_least_level(expr.operands[2], UnaryLevel);
  return (expr.is_assumed ? "assume xchgawait" : "xchgawait") + at_mode(expr) + failure + "(" +
         place + " " + expr.name + " " + bound + ", " + desired + ")";
}

std::string alloc_text(const Expr& expr) {
  return expr.operands.empty() ? "alloc " + expr.name : "alloc" + arguments(expr.operands);
}

}  // namespace

std::string to_source(const Expr& expr) {
  switch (expr.kind) {
    case ExprKind::Number: return std::to_string(expr.value);
    case ExprKind::Register:
    case ExprKind::Constant:
    case ExprKind::ObservedRegister:
    case ExprKind::Cell: return expr.name;
    case ExprKind::Unary: return unary_text(expr);
    case ExprKind::Binary: return binary_text(expr);
    case ExprKind::Conditional: return conditional_text(expr);
    case ExprKind::Load: return load_text(expr);
    case ExprKind::AddressOf: return "&" + to_source(expr.operands[0]);
    case ExprKind::Rmw: return expr.name + at_mode(expr) + arguments(expr.operands);
    case ExprKind::Cas: return cas_text(expr);
    case ExprKind::Await: return await_text(expr);
    case ExprKind::AwaitExchange: return await_exchange_text(expr);
    case ExprKind::Call:
      return annotation_text(expr.annotation) + expr.name + arguments(expr.operands);
    case ExprKind::Alloc: return alloc_text(expr);
    case ExprKind::Spawn: return "spawn " + expr.name + arguments(expr.operands);
    case ExprKind::Choose: return "choose(" + std::to_string(expr.value) + ")";
    case ExprKind::Join: return "join " + at_least_level(expr.operands[0], UnaryLevel);
    case ExprKind::Element: return expr.name + "[" + to_source(expr.operands[0]) + "]";
    case ExprKind::Deref: return "*" + at_least_level(expr.operands[0], UnaryLevel);
    case ExprKind::Field: return at_least_level(expr.operands[0], PrimaryLevel) + "->" + expr.name;
  }
  return {};
}

namespace {

// Collects lines. The lines of a block are indented by two more blanks.
class StatementPrinter {
 public:
  void print_block(const Block& block) {
    indent_ += 2;
    for (const Stmt& stmt : block) print(stmt);
    indent_ -= 2;
  }
  void line(const std::string& text) { text_ += std::string(indent_, ' ') + text + "\n"; }
  std::string take() { return std::move(text_); }

 private:
  void print(const Stmt& stmt) {
    switch (stmt.kind) {
      case StmtKind::If: return print_if(stmt);
      case StmtKind::Loop: return print_loop(stmt);
      case StmtKind::Labelled:
        line(stmt.name + ": {");
        print_block(stmt.blocks[0]);
        return line("}");
      case StmtKind::Critical:
        line("lock(" + stmt.name + ");");
        indent_ -= 2;
        print_block(stmt.blocks[0]);
        indent_ += 2;
        return line("unlock(" + stmt.name + ");");
      case StmtKind::Assign:
      case StmtKind::Store:
      case StmtKind::Evaluate:
      case StmtKind::Fence:
      case StmtKind::Break:
      case StmtKind::Continue:
      case StmtKind::Return:
      case StmtKind::Assume:
      case StmtKind::Assert:
      case StmtKind::Error:
      case StmtKind::Block:
      case StmtKind::Free: return line(simple_text(stmt) + ";");
    }
  }

  void print_if(const Stmt& stmt) {
    line("if (" + to_source(stmt.operands[0]) + ") {");
    print_block(stmt.blocks[0]);
    if (!stmt.blocks[1].empty()) {
      line("} else {");
      print_block(stmt.blocks[1]);
    }
    line("}");
  }

  static std::string loop_condition(const Stmt& stmt) {
    std::vector<Expr> parts;
    if (stmt.bound > 0) {
      parts.push_back(make_expr(ExprKind::Binary, "<",
                                {named(ExprKind::Register, stmt.name), number(stmt.bound)}));
    }
    if (!stmt.operands.empty()) {
      parts.insert(stmt.guard_place == GuardPlace::AfterCounter ? parts.end() : parts.begin(),
                   stmt.operands[0]);
    }
    if (parts.empty()) return "1";
    return to_source(parts.size() == 1 ? parts[0]
                                       : make_expr(ExprKind::Binary, "&&", std::move(parts)));
  }

  void print_loop(const Stmt& stmt) {
    const bool counted = stmt.bound > 0;
    const std::string label = stmt.label.empty() ? "" : stmt.label + ": ";
    const std::string reset = stmt.name + " := 0";
    const std::string step = stmt.name + " := " + stmt.name + " + 1";
    if (stmt.form == LoopForm::For && counted) {
      line(label + "for (" + reset + "; " + loop_condition(stmt) + "; " + step + ") {");
      print_block(stmt.blocks[0]);
      return line("}");
    }
    if (counted) line(reset + ";");
    line(label + (stmt.form == LoopForm::Do ? "do {" : "while (" + loop_condition(stmt) + ") {"));
    if (counted) line("  " + step + ";");
    print_block(stmt.blocks[0]);
    line(stmt.form == LoopForm::Do ? "} while (" + loop_condition(stmt) + ");" : "}");
  }

  static std::string simple_text(const Stmt& stmt) {
    const auto operand = [&](std::size_t i) { return to_source(stmt.operands[i]); };
    switch (stmt.kind) {
      case StmtKind::Assign: return stmt.name + " := " + operand(0);
      case StmtKind::Store:
        if (stmt.spelling == Spelling::Call) {
          return "store" + at_mode(stmt) + arguments(stmt.operands);
        }
        return operand(0) + at_mode(stmt) + " := " + operand(1);
      case StmtKind::Evaluate: return operand(0);
      case StmtKind::Fence: return "fence" + at_mode(stmt);
      case StmtKind::Break: return "break" + (stmt.name.empty() ? "" : " " + stmt.name);
      case StmtKind::Continue: return "continue" + (stmt.name.empty() ? "" : " " + stmt.name);
      case StmtKind::Return: return stmt.operands.empty() ? "return" : "return " + operand(0);
      case StmtKind::Assume: return "assume(" + operand(0) + ")";
      case StmtKind::Assert:
        return "assert(" + operand(0) + (stmt.name.empty() ? "" : ", \"" + stmt.name + "\"") + ")";
      case StmtKind::Error: return "error";
      case StmtKind::Block: return "block";
      case StmtKind::Free: return "free(" + operand(0) + ")";
      case StmtKind::If:
      case StmtKind::Loop:
      case StmtKind::Labelled:
      case StmtKind::Critical: break;
    }
    return {};
  }

  std::string text_;
  std::size_t indent_ = 0;
};

std::string shared_text(const SharedDecl& decl) {
  std::string result = decl.name;
  if (!decl.size.empty()) result += "[" + to_source(decl.size[0]) + "]";
  if (decl.initial.empty()) return result;
  if (decl.size.empty()) return result + " = " + to_source(decl.initial[0]);
  const std::string cells = arguments(decl.initial);
  return result + " = {" + cells.substr(1, cells.size() - 2) + "}";
}

std::string shared_line(const GeneratedProgram& program, CellKind kind) {
  std::string names;
  for (const SharedDecl& decl : program.shared) {
    if (decl.kind != kind) continue;
    if (!names.empty()) names += ", ";
    names += shared_text(decl);
  }
  if (names.empty()) return {};
  return (kind == CellKind::NonAtomic ? "shared na " : "shared ") + names + ";\n";
}

std::string struct_line(const StructDecl& decl) {
  std::string result = "struct " + decl.name + " {";
  for (const FieldDecl& field : decl.fields) {
    result += (field.kind == CellKind::NonAtomic ? " na " : " ") + field.name + ";";
  }
  return result + " }\n";
}

std::string braced(const std::string& head, const Block& body) {
  StatementPrinter printer;
  printer.line(head + " {");
  printer.print_block(body);
  printer.line("}");
  return printer.take();
}

std::string function_text(const FunctionDecl& decl) {
  std::string parameters;
  for (const std::string& parameter : decl.parameters) {
    parameters += (parameters.empty() ? "" : ", ") + parameter;
  }
  return braced("fn " + decl.name + "(" + parameters + ")", decl.body);
}

std::string thread_text(const ThreadDecl& decl) {
  std::string head = "thread " + decl.name;
  if (decl.is_family()) {
    head += "(" + decl.index + " in " + to_source(decl.range[0]) + ".." + to_source(decl.range[1]) +
            ")";
  }
  if (!decl.place.empty()) head += " @ " + decl.place;
  return braced(head, decl.body);
}

}  // namespace

std::string to_source(const GeneratedProgram& program) {
  std::string result;
  for (const ConstDecl& decl : program.consts) {
    result += "const " + decl.name + " = " + std::to_string(decl.value) + ";\n";
  }
  result += shared_line(program, CellKind::Atomic) + shared_line(program, CellKind::NonAtomic);
  for (const StructDecl& decl : program.structs) result += struct_line(decl);
  for (const FunctionDecl& decl : program.functions) result += function_text(decl);
  if (!program.init.empty()) result += braced("init", program.init);
  for (const ThreadDecl& decl : program.threads) result += thread_text(decl);
  if (!program.final.empty()) result += braced("final", program.final);
  for (const ConditionDecl& decl : program.conditions) {
    result += decl.kind + " (" + to_source(decl.expression) + ");\n";
  }
  return result;
}

}  // namespace drover::oracle
