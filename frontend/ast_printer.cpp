#include "frontend/ast_printer.h"

#include <string_view>

#include "support/format.h"
#include "support/overloaded.h"
#include "support/quoted_text.h"

namespace drover {

namespace {

using namespace ast;

// How tightly an expression binds; higher is tighter. The numbers follow the grammar.
constexpr int ConditionalLevel = 1;
constexpr int PrefixLevel = 20;
constexpr int PostfixLevel = 30;

int level_of(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::Multiply:
    case BinaryOperator::Divide:
    case BinaryOperator::Remainder: return 11;
    case BinaryOperator::Add:
    case BinaryOperator::Subtract: return 10;
    case BinaryOperator::ShiftLeft:
    case BinaryOperator::ShiftRight: return 9;
    case BinaryOperator::Less:
    case BinaryOperator::LessEqual:
    case BinaryOperator::Greater:
    case BinaryOperator::GreaterEqual: return 8;
    case BinaryOperator::Equal:
    case BinaryOperator::NotEqual: return 7;
    case BinaryOperator::BitAnd: return 6;
    case BinaryOperator::BitXor: return 5;
    case BinaryOperator::BitOr: return 4;
    case BinaryOperator::And: return 3;
    case BinaryOperator::Or: return 2;
  }
  return 0;
}

int level_of(const ExpressionNode& node) {
  return std::visit(overloaded{
                        [](const Conditional&) { return ConditionalLevel; },
                        [](const Binary& n) { return level_of(n.op); },
                        [](const Unary&) { return PrefixLevel; },
                        [](const AddressOf&) { return PrefixLevel; },
                        [](const Dereference&) { return PrefixLevel; },
                        [](const Join&) { return PrefixLevel; },
                        [](const auto&) { return PostfixLevel; },
                    },
                    node);
}

class Printer {
 public:
  explicit Printer(const Ast& ast) : ast_(ast) {}

  void print_items() {
    for (const Item& item : ast_.items) {
      std::visit([&](const auto& node) { print_item(node); }, item.node);
    }
  }
  void print_expression(ExprId id) {
    std::visit([&](const auto& node) { print_node(node); }, ast_[id].node);
  }
  std::string take() { return std::move(out_); }

 private:
  // ---- Expressions

  void print_operand(ExprId id, int least_level) {
    if (level_of(ast_[id].node) >= least_level) return print_expression(id);
    print_parenthesised(id);
  }
  void print_parenthesised(ExprId id) {
    out_ += '(';
    print_expression(id);
    out_ += ')';
  }
  void print_list(const std::vector<ExprId>& ids) {
    std::string_view separator = "";
    for (const ExprId id : ids) {
      out_ += separator;
      print_expression(id);
      separator = ", ";
    }
  }
  void print_mode(const ModeName& mode) {
    if (!mode.is_absent()) out_ += "@" + mode.text + (mode.is_pinned ? "!" : "");
  }
  void print_operation(std::string_view word, const ModeName& mode,
                       const std::vector<ExprId>& operands) {
    out_ += word;
    print_mode(mode);
    out_ += '(';
    print_list(operands);
    out_ += ')';
  }

  void print_node(const IntegerLiteral& n) {
    // INT64_MIN stands for the 2^63 under a minus.
    out_ += std::to_string(static_cast<std::uint64_t>(n.value));
  }
  void print_node(const Name& n) {
    out_ += n.name;
    print_mode(n.mode);
  }
  void print_node(const Index& n) {
    print_operand(n.base, PostfixLevel);
    out_ += '[';
    print_expression(n.index);
    out_ += ']';
    print_mode(n.mode);
  }
  void print_node(const Field& n) {
    print_operand(n.base, PostfixLevel);
    out_ += "->" + n.field.text;
    print_mode(n.mode);
  }
  // A mode at the end of the operand would be taken for the mode of the `*`.
  void print_node(const Dereference& n) {
    out_ += '*';
    const ExpressionNode& pointer = ast_[n.pointer].node;
    const ModeName* inner = mode_of_place(pointer);
    const bool has_inner_mode = inner != nullptr && !inner->is_absent();
    const bool takes_mode =
        level_of(pointer) == PostfixLevel || std::holds_alternative<Dereference>(pointer);
    if (has_inner_mode || (!n.mode.is_absent() && !takes_mode)) {
      print_parenthesised(n.pointer);
    } else {
      print_operand(n.pointer, PrefixLevel);
    }
    print_mode(n.mode);
  }
  void print_node(const AddressOf& n) {
    out_ += '&';
    print_prefixed(n.place, '&');
  }
  void print_node(const Unary& n) {
    out_ += spelling(n.op);
    print_prefixed(n.operand, *spelling(n.op));
  }
  // Keeps `- -x` from looking like `--x` and `& &x` from being `&&x`, which is a token.
  void print_prefixed(ExprId operand, char prefix) {
    const std::size_t before = out_.size();
    print_operand(operand, PrefixLevel);
    if (out_[before] == prefix && (prefix == '&' || prefix == '-')) out_.insert(before, " ");
  }
  void print_node(const Binary& n) {
    const int level = level_of(n.op);
    print_operand(n.left, level);
    out_ += format(" {} ", spelling(n.op));
    print_operand(n.right, level + 1);
  }
  void print_node(const Conditional& n) {
    print_operand(n.condition, ConditionalLevel + 1);
    out_ += " ? ";
    print_expression(n.if_true);
    out_ += " : ";
    print_operand(n.if_false, ConditionalLevel);
  }
  void print_node(const Call& n) { print_operation(n.function.text, {}, n.arguments); }
  void print_node(const Load& n) { print_operation("load", n.mode, {n.place}); }
  void print_node(const ast::ReadModifyWrite& n) {
    std::vector<ExprId> operands{n.place, n.operand};
    if (!n.bits.is_none()) operands.push_back(n.bits);
    print_operation(names_of(n.op).core, n.mode, operands);
  }
  void print_node(const ast::CompareAndSwap& n) {
    print_operation(n.result == ast::CasResult::Success ? "cas" : "cmpxchg",
                    joined(n.mode, n.failure_mode), {n.place, n.expected, n.desired});
  }
  static ModeName joined(ModeName mode, const ModeName& failure_mode) {
    if (failure_mode.is_absent()) return mode;
    mode.text += (mode.is_pinned ? "!," : ",") + failure_mode.text;
    mode.is_pinned = failure_mode.is_pinned;
    return mode;
  }
  void print_node(const ast::Await& n) {
    print_operation(n.is_assumed ? "assume await" : "await", n.mode, {n.condition});
  }
  void print_node(const ast::AwaitExchange& n) {
    print_operation(n.is_assumed ? "assume xchgawait" : "xchgawait", joined(n.mode, n.failure_mode),
                    {n.condition, n.desired});
  }
  void print_node(const AllocateStruct& n) { out_ += "alloc " + n.structure.text; }
  void print_node(const AllocateCells& n) { print_operation("alloc", {}, {n.size}); }
  void print_node(const Spawn& n) {
    out_ += "spawn ";
    print_operation(n.function.text, {}, n.arguments);
  }
  void print_node(const Join& n) {
    out_ += "join ";
    print_operand(n.thread, PrefixLevel);
  }
  void print_node(const ThreadRegister& n) { out_ += n.thread.text + ":" + n.reg.text; }

  // ---- Statements

  void print_line(StmtId id) {
    out_.append(2 * depth_, ' ');
    print_statement(id);
    out_ += '\n';
  }
  void print_statement(StmtId id) {
    std::visit([&](const auto& node) { print_statement_node(node); }, ast_[id].node);
  }
  // Statements that may stand in the parentheses of a `for`: without the semicolon.
  void print_action(StmtId id) {
    if (id.is_none()) return;
    print_statement(id);
    out_.pop_back();
  }
  void print_word(std::string_view word, ExprId operand) {
    print_operation(word, {}, {operand});
    out_ += ';';
  }

  void print_statement_node(const Block& n) {
    out_ += "{";
    if (!n.statements.empty()) {
      out_ += '\n';
      ++depth_;
      for (const StmtId id : n.statements) print_line(id);
      --depth_;
      out_.append(2 * depth_, ' ');
    }
    out_ += '}';
  }
  void print_statement_node(const ast::Assign& n) {
    print_expression(n.target);
    out_ += " := ";
    print_expression(n.value);
    out_ += ';';
  }
  void print_statement_node(const ast::Store& n) {
    print_operation("store", n.mode, {n.place, n.value});
    out_ += ';';
  }
  void print_statement_node(const Evaluate& n) {
    print_expression(n.expression);
    out_ += ';';
  }
  void print_statement_node(const Fence& n) {
    out_ += "fence";
    print_mode(n.mode);
    out_ += ';';
  }
  void print_statement_node(const Lock& n) { print_word("lock", n.place); }
  void print_statement_node(const Unlock& n) { print_word("unlock", n.place); }
  void print_statement_node(const ast::Assume& n) { print_word("assume", n.condition); }
  void print_statement_node(const ast::Assert& n) {
    out_ += "assert(";
    print_expression(n.condition);
    if (n.message) out_ += ", " + quoted_text(*n.message);
    out_ += ");";
  }
  void print_statement_node(const Error& /*n*/) { out_ += "error;"; }
  void print_statement_node(const Stop& /*n*/) { out_ += "block;"; }
  void print_statement_node(const Free& n) { print_word("free", n.pointer); }
  void print_statement_node(const MarkedCall& n) {
    out_ += n.mark == CallMark::Main ? "main " : "help ";
    print_expression(n.call);
    out_ += ';';
  }
  void print_statement_node(const If& n) {
    out_ += "if (";
    print_expression(n.condition);
    out_ += ") ";
    print_statement(n.then);
    if (n.otherwise.is_none()) return;
    out_ += " else ";
    print_statement(n.otherwise);
  }
  void print_statement_node(const While& n) {
    out_ += "while (";
    print_expression(n.condition);
    out_ += ") ";
    print_statement(n.body);
  }
  void print_statement_node(const DoWhile& n) {
    out_ += "do ";
    print_statement(n.body);
    out_ += " while (";
    print_expression(n.condition);
    out_ += ");";
  }
  void print_statement_node(const For& n) {
    out_ += "for (";
    print_action(n.start);
    out_ += ';';
    if (!n.condition.is_none()) {
      out_ += ' ';
      print_expression(n.condition);
    }
    out_ += ';';
    if (!n.step.is_none()) out_ += ' ';
    print_action(n.step);
    out_ += ") ";
    print_statement(n.body);
  }
  void print_statement_node(const Labelled& n) {
    out_ += n.label.text + ": ";
    print_statement(n.body);
  }
  void print_statement_node(const Break& n) { print_jump("break", n.label); }
  void print_statement_node(const Continue& n) { print_jump("continue", n.label); }
  void print_jump(std::string_view word, const Identifier& label) {
    out_ += word;
    if (!label.is_absent()) out_ += " " + label.text;
    out_ += ';';
  }
  void print_statement_node(const Return& n) {
    out_ += "return";
    if (!n.value.is_none()) {
      out_ += ' ';
      print_expression(n.value);
    }
    out_ += ';';
  }

  // ---- Items

  void print_item(const ConstItem& n) {
    out_ += "const " + n.name.text + " = ";
    print_expression(n.value);
    out_ += ";\n";
  }
  void print_item(const SharedItem& n) {
    out_ += n.is_non_atomic ? "shared na " : "shared ";
    std::string_view separator = "";
    for (const SharedDeclarator& declarator : n.declarators) {
      out_ += separator;
      print_declarator(declarator);
      separator = ", ";
    }
    out_ += ";\n";
  }
  void print_declarator(const SharedDeclarator& n) {
    out_ += n.name.text;
    if (!n.size.is_none()) {
      out_ += '[';
      print_expression(n.size);
      out_ += ']';
    }
    if (n.initial.empty() && !n.has_braces) return;
    out_ += n.has_braces ? " = {" : " = ";
    print_list(n.initial);
    if (n.has_braces) out_ += '}';
  }
  void print_item(const StructItem& n) {
    out_ += "struct " + n.name.text + " {";
    for (const StructFieldDeclaration& field : n.members) {
      out_ += (field.is_non_atomic ? " na " : " ") + field.name.text + ";";
    }
    out_ += " }\n";
  }
  void print_item(const FunctionItem& n) {
    out_ += "fn " + n.name.text + "(";
    std::string_view separator = "";
    for (const Identifier& parameter : n.parameters) {
      out_ += separator;
      out_ += parameter.text;
      separator = ", ";
    }
    out_ += ") ";
    print_body(n.body);
  }
  void print_item(const InitItem& n) {
    out_ += "init ";
    print_body(n.body);
  }
  void print_item(const FinalItem& n) {
    out_ += "final ";
    print_body(n.body);
  }
  void print_item(const ThreadItem& n) {
    out_ += "thread " + n.name.text;
    if (!n.variable.is_absent()) {
      out_ += "(" + n.variable.text + " in ";
      print_expression(n.first);
      out_ += "..";
      print_expression(n.last);
      out_ += ")";
    }
    out_ += ' ';
    print_body(n.body);
  }
  void print_item(const ConditionItem& n) {
    out_ += format("{}{} (", n.is_required ? "require " : "", spelling(n.kind));
    print_expression(n.condition);
    out_ += ");\n";
  }
  void print_body(StmtId body) {
    print_statement(body);
    out_ += '\n';
  }

  const Ast& ast_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string print(const Ast& ast) {
  Printer printer(ast);
  printer.print_items();
  return printer.take();
}

std::string print(const Ast& ast, ast::ExprId expression) {
  Printer printer(ast);
  printer.print_expression(expression);
  return printer.take();
}

}  // namespace drover
