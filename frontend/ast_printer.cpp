#include "frontend/ast_printer.h"

#include <string_view>
#include <vector>

#include "support/overloaded.h"
#include "support/text.h"

namespace drover {

namespace {

using namespace ast;

int level_of(const ExpressionNode& node) {
  return std::visit(overloaded{
                        [](const Conditional&) { return ConditionalLevel; },
                        [](const Binary& n) { return notation_of(n.op).level; },
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
  // ---- Parts

  template <typename... Parts>
  void write(const Parts&... parts) {
    (put(parts), ...);
  }
  void put(std::string_view text) { out_ += text; }
  void put(ExprId id) { print_expression(id); }
  void put(StmtId id) {
    std::visit([&](const auto& node) { print_statement_node(node); }, ast_[id].node);
  }
  void put(const ModeName& mode) {
    if (!mode.is_absent()) out_ += "@" + words_of(mode);
  }
  static std::string words_of(const ModeName& mode) {
    return mode.text + (mode.scope.is_absent() ? "" : ".") + mode.scope.text +
           (mode.is_pinned ? "!" : "");
  }
  void put(const Identifier& name) { out_ += name.text; }
  // Separates the parts by commas.
  template <typename Part>
  void put(const std::vector<Part>& parts) {
    for (const Part& part : parts) {
      if (&part != &parts.front()) out_ += ", ";
      put(part);
    }
  }

  // ---- Expressions

  void print_operand(ExprId id, int least_level) {
    if (level_of(ast_[id].node) >= least_level) return print_expression(id);
    write("(", id, ")");
  }
  void print_operation(std::string_view word, const ModeName& mode,
                       const std::vector<ExprId>& operands) {
    write(word, mode, "(", operands, ")");
  }

  void print_node(const IntegerLiteral& n) {
    // INT64_MIN represents the 2^63 under a minus.
    out_ += std::to_string(static_cast<std::uint64_t>(n.value));
  }
  void print_node(const Name& n) { write(without_object(n.name), n.mode); }
  void print_node(const Index& n) {
    print_operand(n.base, PostfixLevel);
    write("[", n.index, "]", n.mode);
  }
  void print_node(const Field& n) {
    print_operand(n.base, PostfixLevel);
    write("->", n.field, n.mode);
  }
  // Without parentheses, a mode at the end of the operand would be the mode of the `*`.
  void print_node(const Dereference& n) {
    out_ += '*';
    const ExpressionNode& pointer = ast_[n.pointer].node;
    const ModeName* inner = mode_of_place(pointer);
    const bool has_inner_mode = inner != nullptr && !inner->is_absent();
    const bool takes_mode =
        level_of(pointer) == PostfixLevel || std::holds_alternative<Dereference>(pointer);
    if (has_inner_mode || (!n.mode.is_absent() && !takes_mode)) {
      write("(", n.pointer, ")");
    } else {
      print_operand(n.pointer, PrefixLevel);
    }
    put(n.mode);
  }
  void print_node(const AddressOf& n) { print_prefixed("&", n.place); }
  void print_node(const Unary& n) { print_prefixed(symbol_of(n.op), n.operand); }
  // Separates `- -x`, which would look like `--x`, and `& &x`, which would be the token `&&`.
  void print_prefixed(std::string_view prefix, ExprId operand) {
    put(prefix);
    const std::size_t before = out_.size();
    print_operand(operand, PrefixLevel);
    if (out_[before] == prefix[0] && (prefix == "&" || prefix == "-")) out_.insert(before, " ");
  }
  void print_node(const Binary& n) {
    const int level = notation_of(n.op).level;
    print_operand(n.left, level);
    write(" ", symbol_of(n.op), " ");
    print_operand(n.right, level + 1);
  }
  void print_node(const Conditional& n) {
    print_operand(n.condition, ConditionalLevel + 1);
    write(" ? ", n.if_true, " : ");
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
                    both_of(n.mode, n.failure_mode), {n.place, n.expected, n.desired});
  }
  static ModeName both_of(ModeName mode, const ModeName& failure_mode) {
    if (failure_mode.is_absent()) return mode;
    return {{words_of(mode) + "," + failure_mode.text, mode.range}, failure_mode.is_pinned};
  }
  void print_node(const ast::Await& n) {
    print_operation(n.is_assumed ? "assume await" : "await", n.mode, {n.condition});
  }
  void print_node(const ast::AwaitExchange& n) {
    print_operation(n.is_assumed ? "assume xchgawait" : "xchgawait",
                    both_of(n.mode, n.failure_mode), {n.condition, n.desired});
  }
  void print_node(const AllocateStruct& n) { write("alloc ", n.structure); }
  void print_node(const AllocateCells& n) { write("alloc(", n.size, ")"); }
  void print_node(const Spawn& n) { write("spawn ", n.function, "(", n.arguments, ")"); }
  void print_node(const Join& n) {
    put("join ");
    print_operand(n.thread, PrefixLevel);
  }
  void print_node(const ThreadRegister& n) { write(n.thread, ":", n.reg); }

  // ---- Statements

  void print_statement_node(const Block& n) {
    out_ += "{";
    if (!n.statements.empty()) {
      out_ += '\n';
      ++depth_;
      for (const StmtId id : n.statements) write(std::string(2 * depth_, ' '), id, "\n");
      --depth_;
      out_.append(2 * depth_, ' ');
    }
    out_ += '}';
  }
  void print_statement_node(const ast::Assign& n) { write(n.target, " := ", n.value, ";"); }
  void print_statement_node(const ast::Store& n) {
    write("store", n.mode, "(", n.place, ", ", n.value, ");");
  }
  void print_statement_node(const Evaluate& n) { write(n.expression, ";"); }
  void print_statement_node(const Fence& n) { write("fence", n.mode, ";"); }
  void print_statement_node(const Lock& n) { write("lock(", n.place, ");"); }
  void print_statement_node(const Unlock& n) { write("unlock(", n.place, ");"); }
  void print_statement_node(const ast::Assume& n) { write("assume(", n.condition, ");"); }
  void print_statement_node(const ast::Assert& n) {
    write("assert(", n.condition, n.message ? ", " + quoted_text(*n.message) : "", ");");
  }
  void print_statement_node(const Error& /*n*/) { put("error;"); }
  void print_statement_node(const Stop& /*n*/) { put("block;"); }
  void print_statement_node(const Free& n) { write("free(", n.pointer, ");"); }
  void print_statement_node(const MarkedCall& n) {
    write(n.mark == CallMark::Main ? "main " : "help ", n.call, ";");
  }
  void print_statement_node(const If& n) {
    write("if (", n.condition, ") ", n.then);
    if (!n.otherwise.is_none()) write(" else ", n.otherwise);
  }
  void print_statement_node(const While& n) { write("while (", n.condition, ") ", n.body); }
  void print_statement_node(const DoWhile& n) {
    write("do ", n.body, " while (", n.condition, ");");
  }
  void print_statement_node(const For& n) {
    // Omits the semicolon of statements in the parentheses.
    const auto put_action = [&](StmtId id) {
      if (id.is_none()) return;
      put(id);
      out_.pop_back();
    };
    put("for (");
    put_action(n.start);
    put(";");
    if (!n.condition.is_none()) write(" ", n.condition);
    put(n.step.is_none() ? ";" : "; ");
    put_action(n.step);
    write(") ", n.body);
  }
  void print_statement_node(const Labelled& n) { write(n.label, ": ", n.body); }
  void print_statement_node(const Break& n) { print_jump("break", n.label); }
  void print_statement_node(const Continue& n) { print_jump("continue", n.label); }
  void print_jump(std::string_view word, const Identifier& label) {
    write(word, label.is_absent() ? "" : " ", label, ";");
  }
  void print_statement_node(const Return& n) {
    put("return");
    if (!n.value.is_none()) write(" ", n.value);
    put(";");
  }

  // ---- Items

  void print_item(const ConstItem& n) { write("const ", n.name, " = ", n.value, ";\n"); }
  void print_item(const SharedItem& n) {
    write(n.is_non_atomic ? "shared na " : "shared ", n.declarators, ";\n");
  }
  void put(const SharedDeclarator& n) {
    put(n.name);
    if (!n.size.is_none()) write("[", n.size, "]");
    if (n.initial.empty() && !n.has_braces) return;
    write(n.has_braces ? " = {" : " = ", n.initial, n.has_braces ? "}" : "");
  }
  void print_item(const StructItem& n) {
    write("struct ", n.name, " {");
    for (const StructFieldDeclaration& field : n.members) {
      write(field.is_non_atomic ? " na " : " ", field.name, ";");
    }
    put(" }\n");
  }
  void print_item(const FunctionItem& n) {
    write("fn ", n.name, "(", n.parameters, ") ", n.body, "\n");
  }
  void print_item(const InitItem& n) { write("init ", n.body, "\n"); }
  void print_item(const FinalItem& n) { write("final ", n.body, "\n"); }
  void print_item(const ThreadItem& n) {
    write("thread ", n.name);
    if (!n.variable.is_absent()) write("(", n.variable, " in ", n.first, "..", n.last, ")");
    for (const PlaceEntry& each : n.places) {
      write(&each == &n.places.front() ? " @ " : ", ", each.level, " ", each.number);
    }
    write(" ", n.body, "\n");
  }
  void print_item(const ObjectItem& n) {
    write("object ", n.name, n.promise.is_absent() ? "" : " promises ", n.promise);
    for (const Identifier& each : n.singles) write(" single ", each);
    for (const Identifier& each : n.owned) write(" owner ", each);
    if (!n.kind.is_absent()) {
      write(" : ", n.kind, "(");
      for (std::size_t i = 0; i < n.entries.size(); ++i) {
        write(i == 0 ? "" : ", ", n.entries[i].key);
        if (!n.entries[i].value.is_none()) write(" = ", n.entries[i].value);
      }
      put(");\n");
      return;
    }
    put(" {\n");
    for (SharedItem state : n.states) {
      for (SharedDeclarator& each : state.declarators)
        each.name.text = without_object(each.name.text);
      print_item(state);
    }
    for (const FunctionItem& function : n.functions) print_item(function);
    put("}\n");
  }
  // The names of the states of a specification have that of the object before them.
  static std::string without_object(const std::string& name) {
    return name.substr(name.find('.') + 1);
  }
  void print_item(const ConditionItem& n) {
    write(n.is_required ? "require " : "", spelling(n.kind), " (", n.condition, ");\n");
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
