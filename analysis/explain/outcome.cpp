#include "analysis/explain/outcome.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "semantics/decompile/source_printer.h"
#include "semantics/program/program_printer.h"
#include "support/format.h"

namespace drover::explain {

namespace {

enum class Polarity : std::uint8_t { Holds, Fails };

Polarity contrary(Polarity polarity) {
  return polarity == Polarity::Holds ? Polarity::Fails : Polarity::Holds;
}

// A short-lived worker: holds a reference to the program.
class PartCollector {
 public:
  explicit PartCollector(const Program& program)
      : program_(program), pool_(program.condition_expressions) {}

  void collect(ExprId id, Polarity polarity, std::vector<OutcomePart>& parts) const {
    const ExpressionNode& node = pool_[id];
    const Operator splitting = polarity == Polarity::Holds ? Operator::And : Operator::Or;
    if (node.op == splitting) {
      collect(node.a, polarity, parts);
      collect(node.b, polarity, parts);
    } else if (node.op == Operator::Not) {
      collect(node.a, contrary(polarity), parts);
    } else {
      parts.push_back(part(id, polarity));
    }
  }

  // Visits an expression and its parts.
  template <typename Visit>
  void for_each_node(ExprId id, const Visit& visit) const {
    const ExpressionNode& node = pool_[id];
    visit(node);
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (!operand.is_none()) for_each_node(operand, visit);
    }
  }

  [[nodiscard]] std::string text(ExprId id) const {
    return decompile::print_expression(program_, pool_, id,
                                       [](RegisterId) { return std::string(); });
  }

 private:
  [[nodiscard]] OutcomePart part(ExprId id, Polarity polarity) const {
    OutcomePart part;
    part.text = polarity == Polarity::Holds ? text(id) : contrary_text(id);
    std::set<std::uint32_t> observables;
    for_each_node(id, [&](const ExpressionNode& node) {
      if (node.op == Operator::Observed) observables.insert(node.index);
    });
    part.observables.assign(observables.begin(), observables.end());
    part.holds = [pool = &pool_, id, polarity](std::span<const Value> state) {
      const Evaluation result = evaluate(*pool, id, {}, state);
      return !result.faulted && (result.value != 0) == (polarity == Polarity::Holds);
    };
    return part;
  }

  [[nodiscard]] std::string contrary_text(ExprId id) const {
    const ExpressionNode& node = pool_[id];
    const std::optional<Operator> other = contrary_of(node.op);
    if (!other) return format("!({})", text(id));
    const auto operand = [&](ExprId side) {
      const std::string plain = text(side);
      return plain.find(' ') == std::string::npos ? plain : "(" + plain + ")";
    };
    return format("{} {} {}", operand(node.a), symbol_of(*other), operand(node.b));
  }

  const Program& program_;
  const ExpressionPool& pool_;
};

}  // namespace

bool Outcome::holds(std::span<const Value> state) const {
  return std::ranges::all_of(parts, [&](const OutcomePart& part) { return part.holds(state); });
}

Outcome outcome_of(const Program& program, const Condition& condition) {
  const PartCollector collector(program);
  const bool is_negated = condition.kind == ConditionKind::Forall;
  Outcome outcome;
  collector.for_each_node(condition.expression, [&](const ExpressionNode& node) {
    if (node.op == Operator::Constant) outcome.constants.push_back(node.value);
  });
  collector.collect(condition.expression, is_negated ? Polarity::Fails : Polarity::Holds,
                    outcome.parts);
  for (const OutcomePart& part : outcome.parts) {
    const bool is_loose = part.text.find_first_of("|?") != std::string::npos;
    const bool needs_parentheses = is_loose && outcome.parts.size() > 1;
    outcome.text += format("{}{}", outcome.text.empty() ? "" : " && ",
                           needs_parentheses ? "(" + part.text + ")" : part.text);
  }
  return outcome;
}

std::vector<FailurePlace> failure_places(const Program& program) {
  std::map<std::pair<std::uint32_t, ErrorKind>, FailurePlace> places;  // in source order
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      const Fail* fail = std::get_if<Fail>(&instruction.body);
      if (fail == nullptr && !std::holds_alternative<Assert>(instruction.body)) continue;
      const ErrorKind kind = fail == nullptr ? ErrorKind::Assertion : fail->kind;
      FailurePlace& place =
          places
              .try_emplace({instruction.source.begin, kind},
                           FailurePlace{instruction.source, fail == nullptr, kind, {}})
              .first->second;
      if (fail == nullptr || fail->message.empty()) continue;
      std::vector<std::string>& messages = place.messages;
      const bool is_new = std::ranges::find(messages, fail->message) == messages.end();
      if (is_new) messages.push_back(fail->message);
    }
  }
  std::vector<FailurePlace> out;
  for (auto& [key, place] : places) out.push_back(std::move(place));
  return out;
}

}  // namespace drover::explain
