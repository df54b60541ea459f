#include "litmus/run_litmus.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "litmus/proposition.h"
#include "litmus/value_bounds.h"
#include "semantics/program/address.h"

namespace drover::litmus {

namespace {

// Sorts addresses after numbers and by the names of their globals, as herd does; and numbers as
// herd holds them, which may have other bits than those shown.
class StateOrder {
 public:
  explicit StateOrder(const LitmusTest& test) : program_(&test.program) {
    if (!test.dialect->extends_with_zeros) return;
    const ValueBounds bounds(test.program);
    for (const ShownItem& item : test.shown) {
      for (const std::uint32_t index : item.observables) {
        const Observable& shown = program_->observables[index];
        const bool is_natural =
            !shown.is_register || bounds.of_register(shown.thread.value, shown.reg).low >= 0;
        const int bits = std::abs(static_cast<int>(shown.view)) % 64;
        held_.push_back(is_natural ? view_of(static_cast<unsigned>(bits), true) : shown.view);
      }
    }
  }

  bool operator()(const std::vector<Value>& a, const std::vector<Value>& b) const {
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (a[i] == b[i]) continue;
      if (held_.empty()) return is_less(a[i], b[i]);
      return is_less(viewed(held_[i], a[i]), viewed(held_[i], b[i]));
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_less(Value a, Value b) const {
    if (!address::is_address(a) || !address::is_address(b)) return a < b;
    return value_text(a, *program_) < value_text(b, *program_);
  }

  const Program* program_;
  std::vector<ValueView> held_;  // by shown value; empty if herd holds what is shown
};

std::vector<Value> shown_values(const LitmusTest& test, const std::vector<Value>& state) {
  std::vector<Value> values;
  for (const ShownItem& item : test.shown) {
    for (const std::uint32_t observable : item.observables) values.push_back(state[observable]);
  }
  return values;
}

bool is_of_no_location(FactKind kind) {
  return kind == FactKind::UnwrittenRead || kind == FactKind::NullAccess ||
         kind == FactKind::WildAccess;
}

}  // namespace

bool LitmusVerdict::holds(Quantifier quantifier) const {
  switch (quantifier) {
    case Quantifier::Exists: return satisfying > 0;
    case Quantifier::NotExists: return satisfying == 0;
    case Quantifier::Forall: return others == 0;
  }
  return false;
}

std::optional<bool> LitmusVerdict::answer(Quantifier quantifier) const {
  const bool is_now = holds(quantifier);
  // One execution proves `exists`, or refutes the other quantifiers.
  const bool is_settled = is_complete || is_now == (quantifier == Quantifier::Exists);
  return is_settled ? std::optional(is_now) : std::nullopt;
}

ExplorerOptions herd_options(const LitmusTest& test, const MemoryModel& model) {
  ExplorerOptions options;
  if (test.condition.filter) {
    options.is_counted = [filter = *test.condition.filter](const std::vector<Value>& state) {
      return holds(filter, state);
    };
  }
  options.model = &model;
  options.algorithm = AlgorithmKind::Auto;
  options.reductions = ReductionSet::none();
  options.after_error = AfterError::GoOn;
  options.unfold.unroll = 2;
  return options;
}

LitmusVerdict judge(const LitmusTest& test, const ExplorationResult& result) {
  LitmusVerdict verdict;
  std::map<std::vector<Value>, std::uint64_t, StateOrder> states{StateOrder(test)};
  for (const auto& [state, count] : result.outcomes) {
    if (test.condition.filter && !holds(*test.condition.filter, state)) continue;
    states[shown_values(test, state)] += count;
    (holds(test.condition.proposition, state) ? verdict.satisfying : verdict.others) += count;
  }
  for (const auto& [values, count] : states) verdict.states.push_back({values, count});
  for (const ReportedError& error : result.errors) {
    if (error.kind == ErrorKind::Race) {
      verdict.has_race = true;
    } else if (error.kind != ErrorKind::Deadlock && error.kind != ErrorKind::Condition) {
      const bool is_left_out = is_of_no_location(error.fact.kind) && !result.outcomes.empty();
      (is_left_out ? verdict.left_out : verdict.faults).push_back({error.place.source, error.fact});
    }
  }
  if (verdict.has_race) verdict.flags.emplace_back("*undef*");
  for (const auto& [name, count] : result.flags) verdict.flags.push_back(name);
  std::ranges::sort(verdict.flags);
  verdict.was_cut = result.cut > 0;
  verdict.is_complete = result.stop_reason == StopReason::Exhausted;
  verdict.stop_reason = result.stop_reason;
  verdict.blocked = result.blocked;
  verdict.deadlocks = result.deadlocks;
  verdict.seconds = result.seconds;
  verdict.algorithm = result.algorithm;
  verdict.algorithm_reason = result.algorithm_reason;
  return verdict;
}

}  // namespace drover::litmus
