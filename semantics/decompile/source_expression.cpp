#include "semantics/decompile/source_expression.h"

#include <string_view>

#include "semantics/program/program_printer.h"
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

}  // namespace drover::decompile
