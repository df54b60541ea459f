// The operators: their operand types and results.

#include <utility>

#include "explorer/cat/general/interpreter.h"
#include "support/check.h"

namespace drover::cat::general {

Value Interpreter::wrong_kind(const Expression& expression, const Value& value, std::string due) {
  std::string hint;
  if (value.kind == ValueKind::Set && due == "a relation") {
    hint = "`[S]` is the identity on a set `S`, `S * T` all pairs from `S` to `T`";
  } else if (value.kind == ValueKind::Relation && due == "a set") {
    hint = "`domain(r)` and `range(r)` are the sets of a relation `r`";
  }
  return failure(DiagnosticKind::CatWrongKind, expression.range,
                 {text(expression), kind_name(value), std::move(due)}, std::move(hint));
}

Value Interpreter::as_relation(const Value& value, const Expression& expression) {
  switch (value.kind) {
    case ValueKind::Failure:
    case ValueKind::Relation: return value;
    case ValueKind::Empty: return of_relation(Relation(size()));
    case ValueKind::Everything: {
      const EventSet all = EventSet(size()).complement();
      return of_relation(product(all, all));
    }
    case ValueKind::Pair: {
      Relation out(size());
      out.insert(value.pair().first, value.pair().second);
      return of_relation(std::move(out));
    }
    default: return wrong_kind(expression, value, "a relation");
  }
}

Value Interpreter::as_set(const Value& value, const Expression& expression) {
  switch (value.kind) {
    case ValueKind::Failure:
    case ValueKind::Set: return value;
    case ValueKind::Empty: return of_set(EventSet(size()));
    case ValueKind::Everything: return of_set(EventSet(size()).complement());
    case ValueKind::Event: {
      EventSet out(size());
      out.insert(value.event());
      return of_set(std::move(out));
    }
    default: return wrong_kind(expression, value, "a set");
  }
}

namespace {

Relation complement_of(const Relation& relation) {
  const EventSet all = EventSet(relation.size()).complement();
  return product(all, all) - relation;
}

}  // namespace

Value Interpreter::unary(const Expression& expression, const Value& operand) {
  const Expression& inner = expression.operands[0];
  if (expression.kind == ExpressionKind::Complement) {
    if (operand.kind == ValueKind::Empty) return {ValueKind::Everything, {}};
    if (operand.kind == ValueKind::Everything) return {};
    if (operand.kind == ValueKind::Set || operand.kind == ValueKind::Event) {
      return of_set(as_set(operand, inner).set().complement());
    }
  }
  if (expression.kind == ExpressionKind::Identity) {
    const Value set = as_set(operand, inner);
    return set.is_failure() ? set : of_relation(identity(set.set()));
  }
  Value relation = as_relation(operand, inner);
  if (relation.is_failure()) return relation;
  switch (expression.kind) {
    case ExpressionKind::Complement: return of_relation(complement_of(relation.relation()));
    case ExpressionKind::Star: return of_relation(star(relation.relation()));
    case ExpressionKind::Plus: return of_relation(plus(relation.relation()));
    case ExpressionKind::Optional: return of_relation(maybe(relation.relation()));
    case ExpressionKind::Inverse: return of_relation(inverse(relation.relation()));
    default: DROVER_UNREACHABLE("not an operator of one operand");
  }
}

namespace {

// Merges the members of two sorted collections.
std::vector<Value> joined(ExpressionKind kind, const std::vector<Value>& a,
                          const std::vector<Value>& b) {
  std::vector<Value> out;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const auto order = i == a.size()   ? std::strong_ordering::greater
                       : j == b.size() ? std::strong_ordering::less
                                       : compare(a[i], b[j]);
    const bool is_left = order <= 0;
    const bool is_right = order >= 0;
    const bool is_kept = kind == ExpressionKind::Union          ? true
                         : kind == ExpressionKind::Intersection ? is_left && is_right
                                                                : is_left && !is_right;
    if (is_kept) out.push_back(is_left ? a[i] : b[j]);
    i += is_left ? 1 : 0;
    j += is_right ? 1 : 0;
  }
  return out;
}

template <typename Sets>
Sets combined(ExpressionKind kind, const Sets& a, const Sets& b) {
  switch (kind) {
    case ExpressionKind::Union: return a | b;
    case ExpressionKind::Intersection: return a & b;
    default: return a - b;
  }
}

bool is_everything_or_nothing(const Value& value) {
  return value.kind == ValueKind::Empty || value.kind == ValueKind::Everything;
}

}  // namespace

// For `{}` and `_`, which are a set or a relation depending on the other operand.
std::optional<Value> Interpreter::combine_with_any(const Expression& expression, const Value& a,
                                                   const Value& b) {
  if (!is_everything_or_nothing(a) && !is_everything_or_nothing(b)) return std::nullopt;
  const bool is_a_empty = a.kind == ValueKind::Empty;
  const bool is_b_empty = b.kind == ValueKind::Empty;
  switch (expression.kind) {
    case ExpressionKind::Union:
      if (is_a_empty) return b;
      if (is_b_empty) return a;
      return Value{ValueKind::Everything, {}};
    case ExpressionKind::Intersection:
      if (is_a_empty || is_b_empty) return Value{};
      return a.kind == ValueKind::Everything ? b : a;
    default: break;
  }
  if (is_b_empty || is_a_empty) return a;
  if (b.kind == ValueKind::Everything) return Value{};
  if (b.kind == ValueKind::Set || b.kind == ValueKind::Event) {
    return of_set(as_set(b, expression.operands[1]).set().complement());
  }
  const Value relation = as_relation(b, expression.operands[1]);
  return relation.is_failure() ? relation : of_relation(complement_of(relation.relation()));
}

Value Interpreter::combine(const Expression& expression, const Value& a, const Value& b) {
  const Expression& left = expression.operands[0];
  const Expression& right = expression.operands[1];
  switch (expression.kind) {
    case ExpressionKind::Addition: return add(left, a, b);
    case ExpressionKind::Sequence: {
      Value first = as_relation(a, left);
      Value second = as_relation(b, right);
      if (first.is_failure()) return first;
      if (second.is_failure()) return second;
      return of_relation(seq(first.relation(), second.relation()));
    }
    case ExpressionKind::Product: {
      Value first = as_set(a, left);
      Value second = as_set(b, right);
      if (first.is_failure()) return first;
      if (second.is_failure()) return second;
      return of_relation(product(first.set(), second.set()));
    }
    default: break;
  }
  if (auto known = combine_with_any(expression, a, b)) return *std::move(known);
  if (a.kind == ValueKind::Collection || b.kind == ValueKind::Collection) {
    if (a.kind != ValueKind::Collection) return wrong_kind(left, a, "a set of such things");
    if (b.kind != ValueKind::Collection) return wrong_kind(right, b, "a set of such things");
    return of_sorted(joined(expression.kind, a.parts(), b.parts()));
  }
  if (a.kind == ValueKind::Set || a.kind == ValueKind::Event) {
    Value second = as_set(b, right);
    if (second.is_failure()) return second;
    return of_set(combined(expression.kind, as_set(a, left).set(), second.set()));
  }
  const Value first = as_relation(a, left);
  Value second = first.is_failure() ? first : as_relation(b, right);
  if (second.is_failure()) return second;
  return of_relation(combined(expression.kind, first.relation(), second.relation()));
}

namespace {

// A tuple of two events is a pair.
Value as_element(const Value& value) {
  const bool is_pair = value.kind == ValueKind::Tuple && value.parts().size() == 2 &&
                       value.parts()[0].kind == ValueKind::Event &&
                       value.parts()[1].kind == ValueKind::Event;
  return is_pair ? of_pair(value.parts()[0].event(), value.parts()[1].event()) : value;
}

}  // namespace

// Adds one element.
Value Interpreter::add(const Expression& expression, const Value& given, const Value& set) {
  const Value element = as_element(given);
  if (element.kind == ValueKind::Everything) return wrong_kind(expression, element, "an element");
  if (set.kind == ValueKind::Empty) return of_members({element}, size());
  switch (set.kind) {
    case ValueKind::Set: {
      if (element.kind != ValueKind::Event) return wrong_kind(expression, element, "an event");
      EventSet out = set.set();
      out.insert(element.event());
      return of_set(std::move(out));
    }
    case ValueKind::Relation: {
      if (element.kind != ValueKind::Pair) {
        return wrong_kind(expression, element, "a pair of events");
      }
      Relation out = set.relation();
      out.insert(element.pair().first, element.pair().second);
      return of_relation(std::move(out));
    }
    case ValueKind::Collection: return add_to_collection(expression, element, set.parts());
    default: return wrong_kind(expression, set, "a set");
  }
}

Value Interpreter::add_to_collection(const Expression& expression, Value element,
                                     const std::vector<Value>& members) {
  const ValueKind kind = members.front().kind;
  if (element.kind == ValueKind::Empty && kind == ValueKind::Set)
    element = of_set(EventSet(size()));
  if (element.kind == ValueKind::Empty && kind == ValueKind::Relation) {
    element = of_relation(Relation(size()));
  }
  const bool fits =
      element.kind == kind || kind == ValueKind::Empty || element.kind == ValueKind::Empty;
  if (!fits) return wrong_kind(expression, element, kind_name(members.front()));
  return of_sorted(joined(ExpressionKind::Union, members, {std::move(element)}));
}

}  // namespace drover::cat::general
