#include "semantics/passes/purity/purity_condition.h"

#include <algorithm>
#include <utility>

namespace drover::passes {

namespace {

const ValueSet* values_of(const Conjunction& way, TermId term) {
  const auto found = std::ranges::find(way.literals, term, &Literal::term);
  return found == way.literals.end() ? nullptr : &found->values;
}

bool implies_literal(const Conjunction& way, const Literal& literal) {
  const ValueSet* values = values_of(way, literal.term);
  return values != nullptr && literal.values.contains(*values);
}

// Merges two ways that differ only in the values of one term.
std::optional<Conjunction> merged(const Conjunction& a, const Conjunction& b,
                                  const TermTable& terms) {
  if (a.not_before != b.not_before || a.faults != b.faults || a.kept != b.kept ||
      a.is_reload != b.is_reload) {
    return std::nullopt;
  }
  if (a.literals.size() != b.literals.size()) return std::nullopt;
  std::optional<std::size_t> different;
  for (std::size_t i = 0; i < a.literals.size(); ++i) {
    if (a.literals[i].term != b.literals[i].term) return std::nullopt;
    if (a.literals[i].values == b.literals[i].values) continue;
    if (different) return std::nullopt;
    different = i;
  }
  if (!different) return a;
  Conjunction result = a;
  Literal& literal = result.literals[*different];
  literal.values = literal.values | b.literals[*different].values;
  const ValueSet domain =
      terms.is_truth_value(literal.term) ? ValueSet::range(0, 1) : ValueSet::all();
  if (literal.values.contains(domain)) {
    result.literals.erase(result.literals.begin() + static_cast<std::ptrdiff_t>(*different));
  }
  return result;
}

// True if `special` implies `general`.
bool implies_way(const Conjunction& special, const Conjunction& general) {
  return std::ranges::all_of(
      general.literals, [&](const Literal& literal) { return implies_literal(special, literal); });
}

}  // namespace

void PurityCondition::add(Conjunction way) {
  for (std::size_t i = 0; i < ways_.size();) {
    const auto is_no_later = [](const Conjunction& a, const Conjunction& b) {
      return a.kept == b.kept && (!a.not_before || a.not_before == b.not_before) &&
             (a.faults.empty() || a.faults == b.faults) && (!a.is_reload || b.is_reload);
    };
    if (implies_way(way, ways_[i]) && is_no_later(ways_[i], way)) return;
    const auto place = ways_.begin() + static_cast<std::ptrdiff_t>(i);
    if (implies_way(ways_[i], way) && is_no_later(way, ways_[i])) {
      ways_.erase(place);
    } else if (auto both = merged(ways_[i], way, *terms_)) {
      ways_.erase(place);
      way = std::move(*both);
      i = 0;  // it may now merge with earlier ways
    } else {
      ++i;
    }
  }
  if (ways_.size() < MaxWays) {
    ways_.push_back(std::move(way));
  } else {
    is_exact_ = false;
  }
}

void PurityCondition::add(const PurityCondition& other) {
  is_exact_ = is_exact_ && other.is_exact_;
  for (const Conjunction& way : other.ways_) add(way);
}

void PurityCondition::restrict(TermId term, const ValueSet& values) {
  Ways ways = std::exchange(ways_, {});
  restrict_ways(ways, term, values);
  for (Conjunction& way : ways) add(std::move(way));
}

void PurityCondition::restrict_ways(Ways& ways, TermId id, ValueSet values) {
  if (ways.empty()) return;
  const bool is_truth_value = terms_->is_truth_value(id);
  const ValueSet domain = is_truth_value ? ValueSet::range(0, 1) : ValueSet::all();
  values = values & domain;
  if (values == domain) return;
  const Term term = (*terms_)[id];
  if (values.is_empty() || (term.kind == Term::Kind::Constant && !values.contains(term.value))) {
    ways.clear();
    return;
  }
  if (term.kind == Term::Kind::Constant) return;
  if (terms_->may_fault(id) && terms_->size(id) <= MaxTermSize) {
    const TermId passed = terms_->unguarded(id);
    if (passed != id) return restrict_ways(ways, passed, values);
  }
  const bool is_operation = term.kind == Term::Kind::Operation;
  const bool is_small = terms_->size(id) <= MaxTermSize;
  if (is_small && is_operation && is_truth_value &&
      restrict_operands(ways, term, values.contains(1))) {
    return;
  }
  if (is_small && is_operation && term.op == Operator::Select) {
    return restrict_selected(ways, term, values);
  }
  if (!is_small || !restrict_to_defined(ways, id)) {
    is_exact_ = false;
    ways.clear();
    return;
  }
  restrict_elementary(ways, id, values);
}

bool PurityCondition::restrict_to_defined(Ways& ways, TermId id) {
  if (!terms_->may_fault(id)) return true;
  const Term term = (*terms_)[id];
  const bool is_partial = term.op == Operator::And || term.op == Operator::Or ||
                          term.op == Operator::Select || term.index == AddressBits;
  if (is_partial) return false;
  for (const TermId part : {term.a, term.b}) {
    if (!part.is_none() && !restrict_to_defined(ways, part)) return false;
  }
  if (!terms_->may_fault_itself(id)) return true;
  switch (term.op) {
    case Operator::Divide:
    case Operator::Remainder:
    case Operator::UnsignedDivide:
    case Operator::UnsignedRemainder: restrict_ways(ways, term.b, ~ValueSet::only(0)); return true;
    case Operator::ShiftLeft:
    case Operator::ShiftRight: restrict_ways(ways, term.b, ValueSet::range(0, 63)); return true;
    default: return false;
  }
}

bool PurityCondition::restrict_operands(Ways& ways, const Term& term, bool is_true) {
  const ValueSet zero = ValueSet::only(0);
  const auto constant_of = [&](TermId part) -> std::optional<Value> {
    const Term& operand = (*terms_)[part];
    if (operand.kind != Term::Kind::Constant) return std::nullopt;
    return operand.value;
  };
  const auto restrict_one = [&](TermId part, const ValueSet& set) {
    restrict_ways(ways, part, is_true ? set : ~set);
    return true;
  };
  switch (term.op) {
    case Operator::Not: return restrict_one(term.a, zero);
    case Operator::Equal:
      if (const auto value = constant_of(term.b)) {
        return restrict_one(term.a, ValueSet::only(*value));
      }
      return false;
    case Operator::Less:
      if (const auto bound = constant_of(term.b)) {
        return restrict_one(term.a, ValueSet::less_than(*bound));
      }
      if (const auto bound = constant_of(term.a)) {
        return restrict_one(term.b, ValueSet::greater_than(*bound));
      }
      return false;
    case Operator::And:
    case Operator::Or:
      if ((term.op == Operator::And) == is_true) {
        restrict_one(term.a, ~zero);
        restrict_one(term.b, ~zero);
      } else {
        restrict_either(ways, term.a, term.b, is_true ? ~zero : zero);
      }
      return true;
    default: return false;
  }
}

void PurityCondition::restrict_either(Ways& ways, TermId a, TermId b, const ValueSet& values) {
  Ways others = ways;
  restrict_ways(ways, a, values);
  restrict_ways(others, b, values);
  add_ways(ways, others);
}

void PurityCondition::restrict_selected(Ways& ways, const Term& term, const ValueSet& values) {
  const ValueSet zero = ValueSet::only(0);
  Ways others = ways;
  restrict_ways(ways, term.a, ~zero);
  restrict_ways(ways, term.b, values);
  restrict_ways(others, term.a, zero);
  restrict_ways(others, term.c, values);
  add_ways(ways, others);
}

void PurityCondition::add_ways(Ways& ways, const Ways& others) {
  ways.insert(ways.end(), others.begin(), others.end());
  if (ways.size() > MaxWays) {
    is_exact_ = false;
    ways.resize(MaxWays);
  }
}

void PurityCondition::restrict_elementary(Ways& ways, TermId term, const ValueSet& values) {
  for (Conjunction& way : ways) {
    const auto place = std::ranges::lower_bound(way.literals, term, {}, &Literal::term);
    if (place != way.literals.end() && place->term == term) {
      place->values = place->values & values;
    } else {
      way.literals.insert(place, {term, values});
    }
  }
  std::erase_if(ways, [&](const Conjunction& way) { return values_of(way, term)->is_empty(); });
}

void PurityCondition::substitute(RegisterId reg, TermId by) {
  Ways ways = std::exchange(ways_, {});
  for (Conjunction& way : ways) {
    const std::vector<Literal> literals = std::exchange(way.literals, {});
    for (TermId& value : way.kept) value = terms_->substitute(value, reg, by);
    for (PossibleFault& fault : way.faults) fault.term = terms_->substitute(fault.term, reg, by);
    std::erase_if(way.faults,
                  [&](const PossibleFault& fault) { return !terms_->may_fault(fault.term); });
    Ways rewritten{std::move(way)};
    for (const Literal& literal : literals) {
      restrict_ways(rewritten, terms_->substitute(literal.term, reg, by), literal.values);
    }
    for (Conjunction& one : rewritten) add(std::move(one));
  }
}

void PurityCondition::forbid_before(Place place) {
  for (Conjunction& way : ways_) {
    if (!way.not_before) way.not_before = place;
  }
}

void PurityCondition::forbid_before(Place place, TermId term) {
  if (terms_->size(term) > MaxTermSize) return forbid_before(place);
  for (Conjunction& way : ways_) way.faults.push_back({place, term});
}

bool PurityCondition::covers(const Conjunction& way) const {
  return std::ranges::any_of(ways_, [&](const Conjunction& general) {
    return implies_way(way, general) &&
           (!general.not_before || general.not_before == way.not_before) &&
           (general.faults.empty() || general.faults == way.faults);
  });
}

bool PurityCondition::implies(const Literal& literal) const {
  return std::ranges::all_of(ways_,
                             [&](const Conjunction& way) { return implies_literal(way, literal); });
}

}  // namespace drover::passes
