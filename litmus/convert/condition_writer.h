#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "frontend/diagnostic.h"
#include "semantics/program/program.h"
#include "support/format.h"

namespace drover::litmus {

// Writes conditions of core programs as propositions of litmus tests.
class ConditionWriter {
 public:
  using NameOf = std::function<std::string(const Observable&)>;
  using TextOf = std::function<std::string(Value)>;

  // `where` names the target in diagnostics: "a C litmus test".
  ConditionWriter(const Program& program, std::string where, NameOf name_of, TextOf text_of,
                  DiagnosticSink& sink)
      : program_(program),
        where_(std::move(where)),
        name_of_(std::move(name_of)),
        text_of_(std::move(text_of)),
        sink_(sink) {}

  std::string write() {
    if (program_.conditions.empty()) return "forall (true)\n";
    if (program_.conditions.size() > 1) {
      refuse("a second condition", program_.conditions[1].source);
    }
    const Condition& condition = program_.conditions.front();
    const std::string_view word = condition.kind == ConditionKind::Exists   ? "exists"
                                  : condition.kind == ConditionKind::Forbid ? "~exists"
                                                                            : "forall";
    return format("{} ({})\n", word, text(condition.expression));
  }

 private:
  void refuse(const std::string& what, SourceRange range) {
    sink_.report(DiagnosticKind::LitmusUnsupported, range, {format("{} in {}", what, where_)});
  }

  [[nodiscard]] const ExpressionNode& node(ExprId id) const {
    return program_.condition_expressions[id];
  }

  std::string text(ExprId id) {
    const ExpressionNode& each = node(id);
    switch (each.op) {
      case Operator::Constant: return each.value != 0 ? "true" : "false";
      case Operator::And: return format("({} /\\ {})", text(each.a), text(each.b));
      case Operator::Or: return format("({} \\/ {})", text(each.a), text(each.b));
      case Operator::Not: return format("not ({})", text(each.a));
      case Operator::Observed: return format("not ({}=0)", observed(each));
      case Operator::Equal: return comparison(each, "=");
      case Operator::NotEqual: return comparison(each, "!=");
      default: refuse("arithmetic in a condition", each.source); return "true";
    }
  }

  std::string observed(const ExpressionNode& each) {
    return name_of_(program_.observables[each.index]);
  }

  std::string comparison(const ExpressionNode& each, std::string_view relation) {
    const ExpressionNode* left = &node(each.a);
    const ExpressionNode* right = &node(each.b);
    if (left->op != Operator::Observed) std::swap(left, right);
    const bool is_value = right->op == Operator::Constant;
    if (left->op != Operator::Observed || (!is_value && right->op != Operator::Observed)) {
      refuse("arithmetic in a condition", each.source);
      return "true";
    }
    if (is_value) {
      return format("{}{}{}", observed(*left), relation, text_of_(right->value));
    }
    const Observable& other = program_.observables[right->index];
    const std::string name = name_of_(other);
    return format("{}{}{}", observed(*left), relation,
                  other.is_register ? name : format("[{}]", name));
  }

  const Program& program_;
  std::string where_;
  NameOf name_of_;
  TextOf text_of_;
  DiagnosticSink& sink_;
};

}  // namespace drover::litmus
