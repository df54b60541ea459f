#include "explorer/cat/general/value.h"

#include <algorithm>

#include "support/check.h"

namespace drover::cat::general {

Value of_event(EventId event) { return {ValueKind::Event, event}; }
Value of_pair(EventId from, EventId to) { return {ValueKind::Pair, EventPair{from, to}}; }
Value of_set(EventSet set) {
  return {ValueKind::Set, std::make_shared<const EventSet>(std::move(set))};
}
Value of_relation(Relation relation) {
  return {ValueKind::Relation, std::make_shared<const Relation>(std::move(relation))};
}
Value of_tag(std::string tag) { return {ValueKind::Tag, std::move(tag)}; }
Value of_tuple(std::vector<Value> parts) {
  return {ValueKind::Tuple, std::make_shared<const std::vector<Value>>(std::move(parts))};
}
Value of_builtin(Builtin builtin) { return {ValueKind::Builtin, builtin}; }
Value of_failure(Failure failure) {
  return {ValueKind::Failure, std::make_shared<const Failure>(std::move(failure))};
}

Value of_members(std::vector<Value> members, std::size_t events) {
  if (members.empty()) return {};
  if (members.front().kind == ValueKind::Event) {
    EventSet set(events);
    for (const Value& each : members) set.insert(each.event());
    return of_set(std::move(set));
  }
  if (members.front().kind == ValueKind::Pair) {
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
  return {ValueKind::Collection, std::make_shared<const std::vector<Value>>(std::move(members))};
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
  if (const auto order = a.kind <=> b.kind; order != 0) return order;
  switch (a.kind) {
    case ValueKind::Event: return a.event().value <=> b.event().value;
    case ValueKind::Pair: {
      const auto order = a.pair().first.value <=> b.pair().first.value;
      return order != 0 ? order : a.pair().second.value <=> b.pair().second.value;
    }
    case ValueKind::Set: return a.set().words() <=> b.set().words();
    case ValueKind::Relation: return compare_rows(a.relation(), b.relation());
    case ValueKind::Tag: return a.tag() <=> b.tag();
    case ValueKind::Tuple:
    case ValueKind::Collection:
      return std::lexicographical_compare_three_way(a.parts().begin(), a.parts().end(),
                                                    b.parts().begin(), b.parts().end(), compare);
    case ValueKind::Failure:
    case ValueKind::Empty:
    case ValueKind::Everything:
    case ValueKind::Function:
    case ValueKind::Builtin:
    case ValueKind::Procedure: break;
  }
  return std::strong_ordering::equal;
}

bool is_empty(const Value& value) {
  switch (value.kind) {
    case ValueKind::Empty: return true;
    case ValueKind::Set: return value.set().is_empty();
    case ValueKind::Relation: return value.relation().is_empty();
    case ValueKind::Collection: return value.parts().empty();
    default: return false;
  }
}

bool are_equal(const Value& a, const Value& b, std::size_t events) {
  if (a.kind == b.kind) return compare(a, b) == 0;
  if (is_empty(a) || is_empty(b)) return is_empty(a) && is_empty(b);
  const auto is_full = [&](const Value& value) {
    switch (value.kind) {
      case ValueKind::Everything: return true;
      case ValueKind::Set: return value.set().count() == events;
      case ValueKind::Relation: return value.relation().count() == events * events;
      default: return false;
    }
  };
  return is_full(a) && is_full(b);
}

std::string kind_name(const Value& value) {
  switch (value.kind) {
    case ValueKind::Failure:
    case ValueKind::Empty: return "an empty set";
    case ValueKind::Everything: return "the set of everything";
    case ValueKind::Event: return "an event";
    case ValueKind::Pair: return "a pair of events";
    case ValueKind::Set: return "a set";
    case ValueKind::Relation: return "a relation";
    case ValueKind::Tag: return "a tag";
    case ValueKind::Tuple: return "a tuple";
    case ValueKind::Collection: return "a set of sets, relations or tags";
    case ValueKind::Function:
    case ValueKind::Builtin: return "a function";
    case ValueKind::Procedure: return "a procedure";
  }
  DROVER_UNREACHABLE("unknown kind of value");
}

}  // namespace drover::cat::general
