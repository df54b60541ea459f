#include "semantics/decompile/source_expression.h"

#include <cstddef>
#include <string_view>
#include <utility>

#include "semantics/program/program_printer.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::decompile {

namespace {

SourceExpression guard_text(const ExpressionNode& node, SourceExpression operand, Checks checks) {
  const auto guard = static_cast<Guard>(node.index);
  if (checks == Checks::LeftOut || guard == Guard::Access) return operand;
  if (guard == Guard::Signed) return {format("int{}({})", node.value, operand.text), PostfixLevel};
  return {format("{}({}, {})",
                 guard == Guard::Index   ? "index"
                 : guard == Guard::Shift ? "shift"
                                         : "shifted",
                 operand.text, node.value),
          PostfixLevel};
}

}  // namespace

std::string at_level(const SourceExpression& expression, int level) {
  return expression.level >= level ? expression.text : "(" + expression.text + ")";
}

std::string at_mode(Mode mode) { return mode == Mode::Plain ? "" : format("@{}", mode_name(mode)); }
std::string at_modes(Mode mode, Mode failure_mode) {
  if (mode == Mode::Plain || failure_mode == default_failure_mode(mode)) return at_mode(mode);
  return format("@{},{}", mode_name(mode), mode_name(failure_mode));
}

SourceExpression expression_text(const ExpressionPool& pool, ExprId id, const LeafText& leaf,
                                 Checks checks) {
  const ExpressionNode& node = pool[id];
  const auto part = [&](ExprId inner) { return expression_text(pool, inner, leaf, checks); };
  switch (node.op) {
    case Operator::Constant:
    case Operator::Register:
    case Operator::Observed:
    case Operator::ElementAddress: return leaf(node);
    case Operator::Guard: return guard_text(node, part(node.a), checks);
    case Operator::Negate:
    case Operator::Complement:
    case Operator::Not: {
      const SourceExpression operand = part(node.a);
      const std::string symbol(symbol_of(node.op));
      const std::string inner = at_level(operand, PrefixLevel);
      const std::string space = symbol == "-" && inner.starts_with('-') ? " " : "";
      SourceExpression out{symbol + space + inner, PrefixLevel};
      if (node.op == Operator::Not) {
        out.negated = operand.text;
        out.negated_level = operand.level;
      }
      return out;
    }
    case Operator::Select: {
      const SourceExpression a = part(node.a);
      const SourceExpression b = part(node.b);
      const SourceExpression c = part(node.c);
      return {format("{} ? {} : {}", at_level(a, ConditionalLevel + 1), b.text,
                     at_level(c, ConditionalLevel)),
              ConditionalLevel};
    }
    default: break;
  }
  const SourceExpression left = part(node.a);
  const SourceExpression right = part(node.b);
  const OperatorNotation& notation = notation_of(node.op);
  if (checks == Checks::Written && !notation.function.empty()) {
    return {format("{}({}, {})", notation.function, left.text, right.text), PostfixLevel};
  }
  const int level = notation.level;
  const auto joined = [&](Operator op) {
    return format("{} {} {}", at_level(left, level), symbol_of(op), at_level(right, level + 1));
  };
  SourceExpression out{joined(node.op), level};
  if (notation.contrary) {
    out.negated = joined(*notation.contrary);
    out.negated_level = level;
  }
  return out;
}

SourceExpression integer(Value value) {
  return {std::to_string(value), value < 0 ? PrefixLevel : PostfixLevel};
}

namespace {

class BlockWriter {
 public:
  // Writes the block in braces after `head`.
  static std::string braced(const std::string& head, const SourceBlock& block) {
    BlockWriter writer;
    writer.line(head + " {");
    writer.write(block);
    writer.line("}");
    return std::move(writer.out_);
  }
  static std::string indented(const SourceBlock& block) {
    BlockWriter writer;
    writer.write(block);
    return std::move(writer.out_);
  }

 private:
  using Kind = SourceStatement::Kind;

  void line(const std::string& text) { out_ += std::string(2 * depth_, ' ') + text + "\n"; }

  void write(const SourceBlock& block) {
    ++depth_;
    for (const SourceStatement& statement : block) write(statement);
    --depth_;
  }
  void write(const SourceStatement& statement) {
    const std::string label = statement.text.empty() ? "" : statement.text + ": ";
    const std::string jump = statement.text.empty() ? ";" : " " + statement.text + ";";
    const std::string& condition = statement.condition.text;
    switch (statement.kind) {
      case Kind::Line: line(statement.text); break;
      case Kind::If: write_choice(statement, "if"); break;
      case Kind::While:
        if (statement.body.empty()) {
          line(format("{}while ({}) {{}}", label, condition));
          break;
        }
        line(format("{}while ({}) {{", label, condition));
        write(statement.body);
        line("}");
        break;
      case Kind::DoWhile:
        line(label + "do {");
        write(statement.body);
        line(format("}} while ({});", condition));
        break;
      case Kind::Block:
        line(label + "{");
        write(statement.body);
        line("}");
        break;
      case Kind::Break: line("break" + jump); break;
      case Kind::Continue: line("continue" + jump); break;
      case Kind::Return: line("return;"); break;
      case Kind::Goto: DROVER_UNREACHABLE("jumps have words");
    }
  }
  // Writes `else if` if the `else` has only an `if`.
  void write_choice(const SourceStatement& statement, const std::string& word) {
    line(format("{} ({}) {{", word, statement.condition.text));
    write(statement.body);
    const SourceBlock& otherwise = statement.otherwise;
    if (otherwise.size() == 1 && otherwise.front().kind == Kind::If) {
      write_choice(otherwise.front(), "} else if");
      return;
    }
    if (!otherwise.empty()) {
      line("} else {");
      write(otherwise);
    }
    line("}");
  }

  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string braced(const std::string& head, const SourceBlock& block) {
  return BlockWriter::braced(head, block);
}

std::string indented(const SourceBlock& block) { return BlockWriter::indented(block); }

SourceStatement line_of(std::string text) {
  SourceStatement statement;
  statement.text = std::move(text);
  return statement;
}

}  // namespace drover::decompile
