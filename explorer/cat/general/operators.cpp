// The operators: their operand types and results.

#include <algorithm>
#include <iterator>
#include <utility>

#include "explorer/cat/general/interpreter.h"
#include "support/check.h"

namespace drover::cat::general {

std::optional<std::vector<Value>> Interpreter::members_of(const Value& value) const {
  std::vector<Value> out;
  switch (value.type) {
    case ValueType::Empty: return out;
    case ValueType::Collection: return value.parts();
    case ValueType::Set:
      value.set().for_each([&](EventId event) { out.push_back(of_event(event)); });
      return out;
    case ValueType::Relation:
      for (const auto& [from, to] : value.relation().pairs()) out.push_back(of_pair(from, to));
      return out;
    case ValueType::Everything:
      for (std::size_t i = 0; i < size(); ++i) out.push_back(of_event(EventId(i)));
      return out;
    default: return std::nullopt;
  }
}

std::optional<std::vector<Value>> Interpreter::members_of(const Value& value,
                                                          const Expression& expression,
                                                          const std::string& due, Value& why) {
  auto members = members_of(value);
  if (!members) why = value.is_failure() ? value : wrong_kind(expression, value, due);
  return members;
}

Value Interpreter::as_relation(const Value& value, const Expression& expression) {
  switch (value.type) {
    case ValueType::Failure:
    case ValueType::Relation: return value;
    case ValueType::Empty: return of_relation(Relation(size()));
    case ValueType::Everything: {
      const EventSet all = EventSet(size()).complement();
      return of_relation(product(all, all));
    }
    case ValueType::Pair: {
      Relation out(size());
      out.insert(value.pair().first, value.pair().second);
      return of_relation(std::move(out));
    }
    default: return wrong_kind(expression, value, "a relation");
  }
}

Value Interpreter::as_set(const Value& value, const Expression& expression) {
  switch (value.type) {
    case ValueType::Failure:
    case ValueType::Set: return value;
    case ValueType::Empty: return of_set(EventSet(size()));
    case ValueType::Everything: return of_set(EventSet(size()).complement());
    case ValueType::Event: {
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
    if (operand.type == ValueType::Empty) return {ValueType::Everything, {}};
    if (operand.type == ValueType::Everything) return {};
    if (operand.type == ValueType::Set || operand.type == ValueType::Event) {
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

// Combines the members of two sorted collections.
std::vector<Value> joined(ExpressionKind kind, const std::vector<Value>& a,
                          const std::vector<Value>& b) {
  std::vector<Value> out;
  const auto is_less = [](const Value& x, const Value& y) { return compare(x, y) < 0; };
  switch (kind) {
    case ExpressionKind::Union:
      std::ranges::set_union(a, b, std::back_inserter(out), is_less);
      return out;
    case ExpressionKind::Intersection:
      std::ranges::set_intersection(a, b, std::back_inserter(out), is_less);
      return out;
    default: std::ranges::set_difference(a, b, std::back_inserter(out), is_less); return out;
  }
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
  return value.type == ValueType::Empty || value.type == ValueType::Everything;
}

}  // namespace

// For `{}` and `_`, which are a set or a relation depending on the other operand.
std::optional<Value> Interpreter::combine_with_any(const Expression& expression, const Value& a,
                                                   const Value& b) {
  if (!is_everything_or_nothing(a) && !is_everything_or_nothing(b)) return std::nullopt;
  const bool is_a_empty = a.type == ValueType::Empty;
  const bool is_b_empty = b.type == ValueType::Empty;
  switch (expression.kind) {
    case ExpressionKind::Union:
      if (is_a_empty) return b;
      if (is_b_empty) return a;
      return Value{ValueType::Everything, {}};
    case ExpressionKind::Intersection:
      if (is_a_empty || is_b_empty) return Value{};
      return a.type == ValueType::Everything ? b : a;
    default: break;
  }
  if (is_b_empty || is_a_empty) return a;
  if (b.type == ValueType::Everything) return Value{};
  if (b.type == ValueType::Set || b.type == ValueType::Event) {
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
  if (a.type == ValueType::Collection || b.type == ValueType::Collection) {
    if (a.type != ValueType::Collection) return wrong_kind(left, a, "a set of such things");
    if (b.type != ValueType::Collection) return wrong_kind(right, b, "a set of such things");
    return of_sorted(joined(expression.kind, a.parts(), b.parts()));
  }
  if (a.type == ValueType::Set || a.type == ValueType::Event) {
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
  const bool is_pair = value.type == ValueType::Tuple && value.parts().size() == 2 &&
                       value.parts()[0].type == ValueType::Event &&
                       value.parts()[1].type == ValueType::Event;
  return is_pair ? of_pair(value.parts()[0].event(), value.parts()[1].event()) : value;
}

}  // namespace

Value Interpreter::add(const Expression& expression, const Value& given, const Value& set) {
  const Value element = as_element(given);
  if (element.type == ValueType::Everything) return wrong_kind(expression, element, "an element");
  if (set.type == ValueType::Empty) return of_members({element}, size());
  switch (set.type) {
    case ValueType::Set: {
      if (element.type != ValueType::Event) return wrong_kind(expression, element, "an event");
      EventSet out = set.set();
      out.insert(element.event());
      return of_set(std::move(out));
    }
    case ValueType::Relation: {
      if (element.type != ValueType::Pair) {
        return wrong_kind(expression, element, "a pair of events");
      }
      Relation out = set.relation();
      out.insert(element.pair().first, element.pair().second);
      return of_relation(std::move(out));
    }
    case ValueType::Collection: return add_to_collection(expression, element, set.parts());
    default: return wrong_kind(expression, set, "a set");
  }
}

Value Interpreter::add_to_collection(const Expression& expression, Value element,
                                     const std::vector<Value>& members) {
  const ValueType kind = members.front().type;
  if (element.type == ValueType::Empty && kind == ValueType::Set)
    element = of_set(EventSet(size()));
  if (element.type == ValueType::Empty && kind == ValueType::Relation) {
    element = of_relation(Relation(size()));
  }
  const bool fits =
      element.type == kind || kind == ValueType::Empty || element.type == ValueType::Empty;
  if (!fits) return wrong_kind(expression, element, kind_name(members.front()));
  return of_sorted(joined(ExpressionKind::Union, members, {std::move(element)}));
}

}  // namespace drover::cat::general
