#include "litmus/dialects/c/unsequenced.h"

#include <algorithm>
#include <utility>

namespace drover::litmus::c {

namespace {

Expression in_register(RegisterId reg, SourceRange range) {
  return {.kind = ExpressionKind::Register, .range = range, .number = Value{reg.value}};
}

bool is_lazy(const Expression& expression) {
  return expression.kind == ExpressionKind::Binary &&
         (expression.op == Operator::And || expression.op == Operator::Or);
}

bool mentions(const Expression& expression, const std::set<std::string>& names) {
  if (expression.kind == ExpressionKind::Name) return names.contains(expression.name);
  return std::ranges::any_of(expression.operands,
                             [&](const Expression& each) { return mentions(each, names); });
}

void collect_modified(const Expression& expression, std::set<std::string>& out) {
  if (expression.kind == ExpressionKind::AddressOf) {
    const Expression& target = expression.operands.front();
    if (target.kind == ExpressionKind::Name) out.insert(target.name);
  }
  for (const Expression& each : expression.operands) collect_modified(each, out);
}

void add_needs(std::vector<std::size_t>& needs, const std::vector<std::size_t>& more) {
  needs.insert(needs.end(), more.begin(), more.end());
}

}  // namespace

bool has_effects(const Expression& expression) {
  using enum ExpressionKind;
  return expression.kind == Call || expression.kind == Dereference || expression.kind == Index ||
         std::ranges::any_of(expression.operands, has_effects);
}

bool has_open_order(const Expression& expression, const std::set<std::string>& modified) {
  if (expression.kind == ExpressionKind::Conditional) return false;
  if (is_lazy(expression) && has_effects(expression.operands[1])) return false;
  return std::ranges::count_if(expression.operands, [&](const Expression& operand) {
           return has_effects(operand) || mentions(operand, modified);
         }) > 1;
}

std::set<std::string> modified_variables(const Expression& expression) {
  std::set<std::string> out;
  collect_modified(expression, out);
  return out;
}

Expression Evaluations::add_value(const Expression& expression) {
  return value_of(expression).rest;
}
Expression Evaluations::add_place(const Expression& expression) {
  return place_of(expression).rest;
}
Expression Evaluations::add_arguments(const Expression& call) { return arguments_of(call).rest; }

Evaluations::Part Evaluations::value_of(const Expression& expression) {
  using enum ExpressionKind;
  switch (expression.kind) {
    case Number: return {expression, {}};
    case Register: {
      const auto source = std::ranges::find_if(all_, [&](const Evaluation& each) {
        return Value{each.result.value} == expression.number;
      });
      return {expression, {static_cast<std::size_t>(source - all_.begin())}};
    }
    case Name: {
      Part part{expression, {}};
      // It is read before or after the calls that write to it.
      return modified_.contains(expression.name) ? evaluated(std::move(part), true) : part;
    }
    case Call: return evaluated(arguments_of(expression), true);
    case Dereference:
    case Index: return evaluated(place_of(expression), true);
    case AddressOf: {
      Part target = place_of(expression.operands[0]);
      Expression rest = expression;
      rest.operands = {std::move(target.rest)};
      return {std::move(rest), std::move(target.needs)};
    }
    case Conditional: return conditional(expression);
    case Unary:
    case Binary: break;
  }
  const bool is_sequenced = is_lazy(expression) && has_effects(expression.operands[1]);
  return is_sequenced ? lazy(expression) : with_values_of_operands(expression);
}

Evaluations::Part Evaluations::with_values_of_operands(const Expression& expression) {
  Part out{expression, {}};
  for (Expression& operand : out.rest.operands) {
    Part part = value_of(operand);
    operand = std::move(part.rest);
    add_needs(out.needs, part.needs);
  }
  return out;
}

// The name of an array stays: it has the size of an element.
Evaluations::Part Evaluations::place_of(const Expression& expression) {
  using enum ExpressionKind;
  const bool is_computed = expression.kind == Dereference || expression.kind == Index;
  return is_computed ? with_values_of_operands(expression) : Part{expression, {}};
}

Evaluations::Part Evaluations::arguments_of(const Expression& call) {
  Part out{call, {}};
  for (Expression& argument : out.rest.operands) {
    const bool is_place = &argument == &out.rest.operands.front() && takes_place_(call);
    Part part = is_place ? place_of(argument) : value_of(argument);
    argument = std::move(part.rest);
    add_needs(out.needs, part.needs);
  }
  return out;
}

// The second operand is evaluated if the first is not 0 (`&&`), or is 0 (`||`).
Evaluations::Part Evaluations::lazy(const Expression& expression) {
  const SourceRange range = expression.range;
  const auto number = [&](Value value) {
    return Expression{.kind = ExpressionKind::Number, .range = range, .number = value};
  };
  const bool is_and = expression.op == Operator::And;
  const Part first = evaluated(value_of(expression.operands[0]), false);
  Part second = guarded(expression.operands[1], first, is_and);
  Expression truth{.kind = ExpressionKind::Binary,
                   .range = range,
                   .op = Operator::NotEqual,
                   .operands = {std::move(second.rest), number(0)}};
  Part out{{.kind = ExpressionKind::Conditional, .range = range}, std::move(second.needs)};
  if (is_and) out.rest.operands = {first.rest, std::move(truth), number(0)};
  if (!is_and) out.rest.operands = {first.rest, number(1), std::move(truth)};
  add_needs(out.needs, first.needs);
  return evaluated(std::move(out), false);
}

Evaluations::Part Evaluations::conditional(const Expression& expression) {
  const Part condition = evaluated(value_of(expression.operands[0]), false);
  Part if_true = guarded(expression.operands[1], condition, true);
  Part if_false = guarded(expression.operands[2], condition, false);
  Part out{expression, condition.needs};
  out.rest.operands = {condition.rest, std::move(if_true.rest), std::move(if_false.rest)};
  add_needs(out.needs, if_true.needs);
  add_needs(out.needs, if_false.needs);
  return evaluated(std::move(out), false);
}

Evaluations::Part Evaluations::guarded(const Expression& expression, const Part& condition,
                                       bool is_wanted) {
  const RegisterId reg(static_cast<std::uint32_t>(condition.rest.number));
  guards_.push_back({reg, is_wanted});
  const std::size_t first = all_.size();
  Part part = value_of(expression);
  for (std::size_t i = first; i < all_.size(); ++i) add_needs(all_[i].after, condition.needs);
  guards_.pop_back();
  return part;
}

Evaluations::Part Evaluations::evaluated(Part part, bool is_access) {
  const SourceRange range = part.rest.range;
  const RegisterId result = new_register_();
  all_.push_back({.what = std::move(part.rest),
                  .result = result,
                  .is_access = is_access,
                  .guards = guards_,
                  .after = std::move(part.needs)});
  return {in_register(result, range), {all_.size() - 1}};
}

std::vector<std::size_t> Evaluations::next_accesses(
    std::vector<bool>& done, const std::function<void(std::size_t)>& run) const {
  std::vector<std::size_t> out;
  // An evaluation comes after those that it needs.
  for (std::size_t i = 0; i < all_.size(); ++i) {
    const bool is_due = !done[i] && std::ranges::all_of(all_[i].after, [&](std::size_t earlier) {
      return done[earlier];
    });
    if (!is_due) continue;
    if (all_[i].is_access) {
      out.push_back(i);
    } else {
      done[i] = true;
      run(i);
    }
  }
  return out;
}

std::size_t Evaluations::count_orders(std::size_t limit) const {
  return count_after(std::vector<bool>(all_.size(), false), limit);
}

std::size_t Evaluations::count_after(std::vector<bool> done, std::size_t limit) const {
  const std::vector<std::size_t> next = next_accesses(done, [](std::size_t) {});
  if (next.empty()) return 1;
  std::size_t count = 0;
  for (const std::size_t each : next) {
    if (count > limit) break;
    done[each] = true;
    count += count_after(done, limit - count);
    done[each] = false;
  }
  return count;
}

}  // namespace drover::litmus::c
