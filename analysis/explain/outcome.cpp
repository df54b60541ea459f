#include "analysis/explain/outcome.h"

#include <algorithm>
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

  void collect_constants(ExprId id, std::vector<Value>& out) const {
    const ExpressionNode& node = pool_[id];
    if (node.op == Operator::Constant) out.push_back(node.value);
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (!operand.is_none()) collect_constants(operand, out);
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
    collect_observables(id, part.observables);
    std::ranges::sort(part.observables);
    part.observables.erase(std::unique(part.observables.begin(), part.observables.end()),
                           part.observables.end());
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

  void collect_observables(ExprId id, std::vector<std::uint32_t>& out) const {
    const ExpressionNode& node = pool_[id];
    if (node.op == Operator::Observed) out.push_back(node.index);
    for (const ExprId operand : {node.a, node.b, node.c}) {
      if (!operand.is_none()) collect_observables(operand, out);
    }
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
  collector.collect_constants(condition.expression, outcome.constants);
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
  std::vector<FailurePlace> places;
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.code) {
      FailurePlace place;
      place.source = instruction.source;
      if (const Fail* fail = std::get_if<Fail>(&instruction.body)) {
        place.is_assertion = false;
        place.kind = fail->kind;
        if (!fail->message.empty()) place.messages.push_back(fail->message);
      } else if (!std::holds_alternative<Assert>(instruction.body)) {
        continue;
      }
      places.push_back(std::move(place));
    }
  }
  const auto key_of = [](const FailurePlace& place) {
    return std::pair(place.source.begin, place.kind);
  };
  std::ranges::stable_sort(places, {}, key_of);
  std::vector<FailurePlace> distinct;
  for (FailurePlace& place : places) {
    if (distinct.empty() || key_of(distinct.back()) != key_of(place)) {
      distinct.push_back(std::move(place));
      continue;
    }
    std::vector<std::string>& messages = distinct.back().messages;
    for (std::string& message : place.messages) {
      if (std::ranges::find(messages, message) == messages.end()) {
        messages.push_back(std::move(message));
      }
    }
  }
  return distinct;
}

}  // namespace drover::explain
