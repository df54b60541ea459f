#include "explorer/cat/value.h"

#include <algorithm>

#include "support/check.h"

namespace drover::cat {

Value of_event(EventId event) { return {ValueType::Event, event}; }
Value of_pair(EventId from, EventId to) { return {ValueType::Pair, EventPair{from, to}}; }
Value of_set(EventSet set) {
  return {ValueType::Set, std::make_shared<const EventSet>(std::move(set))};
}
Value of_relation(Relation relation) {
  return {ValueType::Relation, std::make_shared<const Relation>(std::move(relation))};
}
Value of_tag(std::string tag) { return {ValueType::Tag, std::move(tag)}; }
Value of_tuple(std::vector<Value> parts) {
  return {ValueType::Tuple, std::make_shared<const std::vector<Value>>(std::move(parts))};
}
Value of_failure(Failure failure) {
  return {ValueType::Failure, std::make_shared<const Failure>(std::move(failure))};
}

Value of_members(std::vector<Value> members, std::size_t events) {
  if (members.empty()) return {};
  if (members.front().type == ValueType::Event) {
    EventSet set(events);
    for (const Value& each : members) set.insert(each.event());
    return of_set(std::move(set));
  }
  if (members.front().type == ValueType::Pair) {
    Relation relation(events);
    for (const Value& each : members) relation.insert(each.pair().first, each.pair().second);
    return of_relation(std::move(relation));
  }
  std::ranges::sort(members, [](const Value& a, const Value& b) { return compare(a, b) < 0; });
  const auto repeated =
      std::unique(members.begin(), members.end(),
                  [](const Value& a, const Value& b) { return compare(a, b) == 0; });
  members.erase(repeated, members.end());
  return of_sorted(std::move(members));
}

Value of_sorted(std::vector<Value> members) {
  if (members.empty()) return {};
  return {ValueType::Collection, std::make_shared<const std::vector<Value>>(std::move(members))};
}

namespace {

std::strong_ordering compare_rows(const Relation& a, const Relation& b) {
  if (const auto order = a.size() <=> b.size(); order != 0) return order;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto left = a.row(EventId(i));
    const auto right = b.row(EventId(i));
    const auto order = std::lexicographical_compare_three_way(left.begin(), left.end(),
                                                              right.begin(), right.end());
    if (order != 0) return order;
  }
  return std::strong_ordering::equal;
}

}  // namespace

std::strong_ordering compare(const Value& a, const Value& b) {
  if (const auto order = a.type <=> b.type; order != 0) return order;
  switch (a.type) {
    case ValueType::Event: return a.event().value <=> b.event().value;
    case ValueType::Pair: {
      const auto order = a.pair().first.value <=> b.pair().first.value;
      return order != 0 ? order : a.pair().second.value <=> b.pair().second.value;
    }
    case ValueType::Set: return a.set().words() <=> b.set().words();
    case ValueType::Relation: return compare_rows(a.relation(), b.relation());
    case ValueType::Tag: return a.tag() <=> b.tag();
    case ValueType::Tuple:
    case ValueType::Collection:
      return std::lexicographical_compare_three_way(a.parts().begin(), a.parts().end(),
                                                    b.parts().begin(), b.parts().end(), compare);
    case ValueType::Failure:
    case ValueType::Empty:
    case ValueType::Everything:
    case ValueType::Function:
    case ValueType::Builtin:
    case ValueType::Procedure:
    case ValueType::Unknown: break;
  }
  return std::strong_ordering::equal;
}

bool is_empty(const Value& value) {
  switch (value.type) {
    case ValueType::Empty: return true;
    case ValueType::Set: return value.set().is_empty();
    case ValueType::Relation: return value.relation().is_empty();
    case ValueType::Collection: return value.parts().empty();
    default: return false;
  }
}

bool are_equal(const Value& a, const Value& b, std::size_t events) {
  if (a.type == b.type) return compare(a, b) == 0;
  if (is_empty(a) || is_empty(b)) return is_empty(a) && is_empty(b);
  const auto is_full = [&](const Value& value) {
    switch (value.type) {
      case ValueType::Everything: return true;
      case ValueType::Set: return value.set().count() == events;
      case ValueType::Relation: return value.relation().count() == events * events;
      default: return false;
    }
  };
  return is_full(a) && is_full(b);
}

std::string kind_name(const Value& value) {
  switch (value.type) {
    case ValueType::Failure:
    case ValueType::Empty: return "an empty set";
    case ValueType::Everything: return "the set of everything";
    case ValueType::Event: return "an event";
    case ValueType::Pair: return "a pair of events";
    case ValueType::Set: return "a set";
    case ValueType::Relation: return "a relation";
    case ValueType::Tag: return "a tag";
    case ValueType::Tuple: return "a tuple";
    case ValueType::Collection: return "a set of sets, relations or tags";
    case ValueType::Function:
    case ValueType::Builtin: return "a function";
    case ValueType::Procedure: return "a procedure";
    case ValueType::Unknown: return "a value";
  }
  DROVER_UNREACHABLE("unknown kind of value");
}

}  // namespace drover::cat
