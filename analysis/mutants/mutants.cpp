#include "analysis/mutants/mutants.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "frontend/cat/cat_ast.h"
#include "frontend/cat/parse_cat.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::mutants {

namespace {

using cat::Expression;
using cat::ExpressionKind;

// Short-lived: holds references.
class Mutator {
 public:
  explicit Mutator(std::string_view text)
      : text_(text), source_(SourceBuffer::from_text("model.cat", std::string(text))) {}

  std::vector<Mutant> run() {
    DiagnosticSink sink;
    const std::optional<cat::Ast> ast = cat::parse_cat(source_, sink);
    DROVER_CHECK(ast.has_value(), "the text of a model that was read can be read");
    visit_all(ast->instructions);
    return std::move(mutants_);
  }

 private:
  void visit_all(const std::vector<cat::Instruction>& instructions) {
    for (const cat::Instruction& each : instructions) visit(each);
  }

  void visit(const cat::Instruction& instruction) {
    if (const auto* let = std::get_if<cat::Let>(&instruction.body)) {
      for (const cat::Binding& binding : let->bindings) {
        place_ = binding.name.text.empty() ? "" : format("`{}`", binding.name.text);
        visit(binding.value);
      }
    } else if (const auto* check = std::get_if<cat::Check>(&instruction.body)) {
      if (check->role != cat::CheckRole::Axiom) return;
      place_ = check->name ? format("the axiom `{}`", check->name->text)
                           : format("the axiom `{}`", shown(instruction.range));
      add(MutantKind::WithoutAxiom, "without " + place_, instruction.range, "");
      visit(check->expression);
    } else if (const auto* procedure = std::get_if<cat::Procedure>(&instruction.body)) {
      visit_all(procedure->body);
    } else if (const auto* conditional = std::get_if<cat::Conditional>(&instruction.body)) {
      // No variant is asked for.
      const bool is_variant = conditional->guard.kind == cat::GuardKind::Variant;
      if (!is_variant) visit_all(conditional->then);
      visit_all(conditional->otherwise);
    }
  }

  void visit(const Expression& expression) {
    const auto& operands = expression.operands;
    switch (expression.kind) {
      case ExpressionKind::Union:
        for (std::size_t i = 0; i < operands.size(); ++i) {
          // The operands of `a | b | c` are a and `b | c`: each name is dropped once.
          if (operands[i].kind == ExpressionKind::Union) continue;
          drop(MutantKind::WithoutOperand, expression, i, "without");
        }
        break;
      case ExpressionKind::Intersection:
        for (std::size_t i = 0; i < operands.size(); ++i) {
          if (operands[i].kind == ExpressionKind::Intersection) continue;
          drop(MutantKind::WiderSet, expression, i, "not only in");
        }
        break;
      case ExpressionKind::Difference: drop(MutantKind::WiderSet, expression, 1, "also in"); break;
      case ExpressionKind::Plus:
      case ExpressionKind::Star:
      case ExpressionKind::Optional:
        replace(MutantKind::OneStep,
                format("{} with `{}` in place of `{}`", place_, shown(operands[0].range),
                       shown(expression.range)),
                expression, operands[0]);
        break;
      case ExpressionKind::Identity:
        if (operands[0].kind == ExpressionKind::Everything) break;
        add(MutantKind::WiderSet,
            format("{} with everything for `{}`", place_, shown(expression.range)),
            expression.range, "[_]");
        break;
      default: break;
    }
    for (const Expression& operand : operands) visit(operand);
    for (const cat::Binding& binding : expression.bindings) visit(binding.value);
  }

  // Leaves out one of two operands.
  void drop(MutantKind kind, const Expression& expression, std::size_t index,
            std::string_view word) {
    if (expression.operands.size() != 2) return;
    replace(kind, format("{} {} `{}`", place_, word, shown(expression.operands[index].range)),
            expression, expression.operands[1 - index]);
  }
  void replace(MutantKind kind, std::string what, const Expression& expression,
               const Expression& by) {
    const std::string_view kept = text_.substr(by.range.begin, by.range.end - by.range.begin);
    add(kind, std::move(what), expression.range, format("({})", kept));
  }

  void add(MutantKind kind, std::string what, const SourceRange& range, const std::string& by) {
    std::string text(text_);
    text.replace(range.begin, range.end - range.begin, by);
    if (known_.insert(text).second)
      mutants_.push_back({kind, std::move(what), range.line, std::move(text)});
  }

  // Returns a part of the text on one line, without comments.
  [[nodiscard]] std::string shown(const SourceRange& range) const {
    const std::string_view part = text_.substr(range.begin, range.end - range.begin);
    std::string out;
    for (const char c : cat::without_comments(part).text) {
      const bool is_space = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (!is_space) {
        out += c;
      } else if (!out.empty() && out.back() != ' ') {
        out += ' ';
      }
    }
    return out;
  }

  std::string_view text_;
  SourceBuffer source_;
  std::string place_;  // the definition or axiom that is visited
  std::set<std::string> known_;
  std::vector<Mutant> mutants_;
};

}  // namespace

std::vector<Mutant> mutants_of(std::string_view text) { return Mutator(text).run(); }

}  // namespace drover::mutants
