// The built-in functions of cat.

#include <algorithm>
#include <array>
#include <cctype>

#include "explorer/cat/general/interpreter.h"
#include "support/check.h"

namespace drover::cat::general {

namespace {

// A model with more choices at once is given up.
constexpr std::size_t MaxChoices = 250'000;

}  // namespace

Value Interpreter::call_builtin(const BuiltinDescription& builtin,
                                const std::vector<Value>& arguments, const Expression& expression) {
  const Expression& shown = expression.operands.back();
  const Value& first = arguments[0];
  const auto with_relation = [&](const Value& argument, auto make) {
    const Value relation = as_relation(argument, shown);
    return relation.is_failure() ? relation : make(relation.relation());
  };
  const auto with_set = [&](auto make) {
    const Value set = as_set(first, shown);
    return set.is_failure() ? set : make(set.set());
  };
  switch (builtin.builtin) {
    case Builtin::Domain:
      return with_relation(first, [](const Relation& r) { return of_set(domain(r)); });
    case Builtin::Range:
      return with_relation(first, [](const Relation& r) { return of_set(range(r)); });
    case Builtin::SameRelation: return as_relation(first, shown);
    case Builtin::NothingOfRelation:
      return with_relation(first,
                           [](const Relation& r) { return of_relation(Relation(r.size())); });
    case Builtin::DifferentValues:
      return with_relation(first, [&](const Relation& r) { return different_values(r); });
    case Builtin::Classes:
      return with_relation(first, [&](const Relation& r) { return classes(r); });
    case Builtin::Lift:
      return with_relation(arguments[1], [&](const Relation& r) { return lift(first, r); });
    case Builtin::Intersection:
      return with_relation(arguments[1], [&](const Relation& second) {
        return with_relation(first, [&](const Relation& r) { return of_relation(r & second); });
      });
    case Builtin::NothingOfSet: return of_set(EventSet(size()));
    case Builtin::ClassesOfLocation:
      return with_set([&](const EventSet& set) { return classes_of_location(set); });
    case Builtin::FromTo:
      return with_set([&](const EventSet& set) { return with_set_between(set); });
    case Builtin::Tag2Events:
    case Builtin::Tag2Fenced: {
      if (first.type != ValueType::Tag) return wrong_kind(shown, first, "a tag");
      Value events = events_of_tag(first.tag());
      const bool is_set = builtin.builtin == Builtin::Tag2Events || events.type != ValueType::Set;
      return is_set ? events : with_set_between(events.set());
    }
    case Builtin::Linearisations: return linearisations(first, arguments[1], expression);
    case Builtin::Bisimulation: return bisimulation(first, arguments[1], shown);
    case Builtin::Cross: return cross(first, expression);
    case Builtin::Delift: return delift(first, shown);
    case Builtin::Fail: return failure(DiagnosticKind::CatFailed, expression.range, {text(shown)});
    case Builtin::InLibrary: break;
  }
  DROVER_UNREACHABLE("not a built-in function");
}

// Partitions the events of the set by location; events without one are left out.
Value Interpreter::classes_of_location(const EventSet& set) {
  return classes(restrict(set, view_.base().relation(Base::Loc), set));
}

// Returns the equivalence classes.
Value Interpreter::classes(const Relation& equivalence) {
  std::vector<Value> members;
  EventSet done(size());
  domain(equivalence).for_each([&](EventId event) {
    if (done.contains(event)) return;
    EventSet one(size());
    one.insert(event);
    equivalence.for_each_successor(event, [&](EventId other) { one.insert(other); });
    done |= one;
    members.push_back(of_set(std::move(one)));
  });
  return of_members(std::move(members), size());
}

Value Interpreter::different_values(const Relation& relation) {
  Relation out(size());
  for (const auto& [from, to] : relation.pairs()) {
    const ExecutionGraph& graph = view_.graph();
    const bool differ =
        graph.event(view_.original(from)).value != graph.event(view_.original(to)).value;
    if (differ) out.insert(from, to);
  }
  return of_relation(std::move(out));
}

// Returns the events whose instruction has this annotation.
Value Interpreter::events_of_tag(const std::string& tag) {
  std::string name = tag;
  if (!name.empty()) {
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
  }
  auto found = view_.find(name);
  if (!found) found = view_.find(tag);
  return found ? std::move(found->value) : of_set(EventSet(size()));
}

// Returns the pairs in program order with an event of the set between them.
Value Interpreter::with_set_between(const EventSet& set) {
  const Value po = view_.find("po")->value;
  return of_relation(seq(po.relation(), identity(set), po.relation()));
}

// Returns the pairs of classes with a pair of the relation between them.
Value Interpreter::lift(const Value& classes, const Relation& relation) {
  const auto all = members_of(classes);
  std::vector<Value> pairs;
  for (const Value& from : all ? *all : std::vector<Value>{}) {
    for (const Value& to : *all) {
      if (from.type != ValueType::Set || to.type != ValueType::Set) continue;
      if (compare(from, to) == 0) continue;
      if (!restrict(from.set(), relation, to.set()).is_empty()) {
        pairs.push_back(of_tuple({from, to}));
      }
    }
  }
  return of_members(std::move(pairs), size());
}

Value Interpreter::delift(const Value& lifted, const Expression& expression) {
  const auto is_pair = [](const Value& value) {
    return value.type == ValueType::Tuple && value.parts().size() == 2 &&
           value.parts()[0].type == ValueType::Set && value.parts()[1].type == ValueType::Set;
  };
  const auto pairs = members_of(lifted);
  if (!pairs || !std::ranges::all_of(*pairs, is_pair)) {
    return wrong_kind(expression, lifted, "a relation between classes");
  }
  Relation out(size());
  for (const Value& each : *pairs) {
    out |= product(each.parts()[0].set(), each.parts()[1].set());
  }
  return of_relation(std::move(out));
}

namespace {

// Returns the largest part of `start` whose pairs match: for two related events, each step of one
// leads to an event related to the target of some step of the other, and vice versa. An event
// matches itself.
Relation greatest_bisimulation(const Relation& steps, const Relation& start) {
  std::vector<std::vector<EventId>> next(steps.size());
  for (const auto& [from, to] : steps.pairs()) next[from.value].push_back(to);
  const auto follows = [&](const Relation& related, EventId a, EventId b) {
    return std::ranges::all_of(next[a.value], [&](EventId of_a) {
      return std::ranges::any_of(next[b.value],
                                 [&](EventId of_b) { return related.contains(of_b, of_a); });
    });
  };
  Relation related = start;
  for (bool has_changed = true; has_changed;) {
    has_changed = false;
    Relation kept(related.size());
    for (const auto& [a, b] : related.pairs()) {
      if (a == b || (follows(related, a, b) && follows(related, b, a))) {
        kept.insert(a, b);
      } else {
        has_changed = true;
      }
    }
    related = std::move(kept);
  }
  return related;
}

// Numbers values, in order of occurrence.
struct Numbering {
  std::vector<Value> values;

  // Numbers the ends of pairs.
  std::vector<EventPair> numbers_of(const std::vector<Value>& pairs) {
    std::vector<EventPair> out;
    for (const Value& each : pairs) {
      if (each.type != ValueType::Tuple) continue;
      const EventId from = number_of(each.parts()[0]);
      out.emplace_back(from, number_of(each.parts()[1]));
    }
    return out;
  }
  // Returns the relation of these pairs between all numbers.
  [[nodiscard]] Relation relation(const std::vector<EventPair>& pairs) const {
    Relation out(values.size());
    for (const auto& [from, to] : pairs) out.insert(from, to);
    return out;
  }

  EventId number_of(const Value& each) {
    const auto known =
        std::ranges::find_if(values, [&](const Value& one) { return compare(one, each) == 0; });
    const EventId number(static_cast<std::size_t>(known - values.begin()));
    if (known == values.end()) values.push_back(each);
    return number;
  }
};

}  // namespace

// Returns the greatest bisimulation in `start`, between events or between classes of events.
Value Interpreter::bisimulation(const Value& steps, const Value& start,
                                const Expression& expression) {
  const auto is_of_events = [](const Value& value) {
    return value.type == ValueType::Relation || value.type == ValueType::Empty ||
           value.type == ValueType::Everything;
  };
  if (is_of_events(steps) && is_of_events(start)) {
    Value by = as_relation(steps, expression);
    if (by.is_failure()) return by;
    Value from = as_relation(start, expression);
    if (from.is_failure()) return from;
    return of_relation(greatest_bisimulation(by.relation(), from.relation()));
  }
  Numbering classes;
  std::array<std::vector<EventPair>, 2> pairs;
  for (const std::size_t i : {0U, 1U}) {
    const Value& value = i == 0 ? steps : start;
    const auto members = members_of(value);
    const bool has_pairs = members && std::ranges::all_of(*members, [](const Value& each) {
                             return each.type == ValueType::Tuple && each.parts().size() == 2;
                           });
    if (!has_pairs) return wrong_kind(expression, value, "a relation between classes");
    pairs[i] = classes.numbers_of(*members);
  }
  std::vector<Value> out;
  for (const auto& [from, to] :
       greatest_bisimulation(classes.relation(pairs[0]), classes.relation(pairs[1])).pairs()) {
    out.push_back(of_tuple({classes.values[from.value], classes.values[to.value]}));
  }
  return of_members(std::move(out), size());
}

// ---- Orders --------------------------------------------------------------------------------

namespace {

// Enumerates all sequences of 0 … n - 1 that respect the order `before`. A short-lived worker.
class Sequences {
 public:
  explicit Sequences(std::vector<std::vector<bool>> before)
      : before_(std::move(before)), is_taken_(before_.size(), false) {}

  // False if there were too many.
  bool find() { return extend(); }
  std::vector<std::vector<std::size_t>> found;

 private:
  bool extend() {
    if (sequence_.size() == before_.size()) {
      if (found.size() == MaxChoices) return false;
      found.push_back(sequence_);
      return true;
    }
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (is_taken_[i] || !may_be_next(i)) continue;
      is_taken_[i] = true;
      sequence_.push_back(i);
      const bool goes_on = extend();
      sequence_.pop_back();
      is_taken_[i] = false;
      if (!goes_on) return false;
    }
    return true;
  }
  [[nodiscard]] bool may_be_next(std::size_t candidate) const {
    for (std::size_t i = 0; i < before_.size(); ++i) {
      if (before_[i][candidate] && !is_taken_[i]) return false;
    }
    return true;
  }

  std::vector<std::vector<bool>> before_;
  std::vector<bool> is_taken_;
  std::vector<std::size_t> sequence_;
};

}  // namespace

// Returns the total order of a sequence, between events or between classes.
Value Interpreter::order_value(const std::vector<Value>& elements,
                               const std::vector<std::size_t>& sequence) {
  const bool is_of_events = elements.empty() || elements[0].type == ValueType::Event;
  Relation order(size());
  std::vector<Value> pairs;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    for (std::size_t j = i + 1; j < sequence.size(); ++j) {
      const Value& from = elements[sequence[i]];
      const Value& to = elements[sequence[j]];
      if (is_of_events) {
        order.insert(from.event(), to.event());
      } else {
        pairs.push_back(of_tuple({from, to}));
      }
    }
  }
  return is_of_events ? of_relation(std::move(order)) : of_members(std::move(pairs), size());
}

// Returns all total orders of a set that contain a relation, also where it leads through what is
// not in the set; none if the relation has a cycle there.
Value Interpreter::linearisations(const Value& set, const Value& order,
                                  const Expression& expression) {
  const auto elements = members_of(set);
  const bool has_elements =
      elements && (elements->empty() || elements->front().type != ValueType::Pair);
  if (!has_elements) return wrong_kind(expression, set, "a set");
  const bool is_of_events = elements->empty() || elements->front().type == ValueType::Event;
  Value known = is_of_events ? as_relation(order, expression) : order;
  if (known.is_failure()) return known;
  const auto pairs = members_of(known);
  if (!pairs) return wrong_kind(expression, order, "a relation between classes");
  Relation closed(0);
  std::vector<EventId> ids;
  if (is_of_events) {
    closed = known.relation();
    for (const Value& each : *elements) ids.push_back(each.event());
  } else {
    Numbering numbering;
    for (const Value& each : *elements) ids.push_back(numbering.number_of(each));
    const std::vector<EventPair> steps = numbering.numbers_of(*pairs);
    closed = numbering.relation(steps);
  }
  closed.close_transitively();
  std::vector<std::vector<bool>> before(ids.size(), std::vector<bool>(ids.size(), false));
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (std::size_t j = 0; j < ids.size(); ++j) before[i][j] = closed.contains(ids[i], ids[j]);
  }
  Sequences sequences(std::move(before));
  if (!sequences.find()) {
    return failure(DiagnosticKind::CatTooManyChoices, expression.range,
                   {std::to_string(MaxChoices)});
  }
  work_ += sequences.found.size();
  std::vector<Value> orders;
  for (const auto& sequence : sequences.found) orders.push_back(order_value(*elements, sequence));
  return of_members(std::move(orders), size());
}

// For a set of sets of relations: returns all unions of one relation from each set.
Value Interpreter::cross(const Value& choices, const Expression& expression) {
  const auto sets = members_of(choices);
  if (!sets) return wrong_kind(expression, choices, "a set of sets of relations");
  std::vector<Relation> unions{Relation(size())};
  for (const Value& set : *sets) {
    const auto members = members_of(set);
    if (!members) return wrong_kind(expression, set, "a set of relations");
    if (members->size() * unions.size() > MaxChoices) {
      return failure(DiagnosticKind::CatTooManyChoices, expression.range,
                     {std::to_string(MaxChoices)});
    }
    std::vector<Relation> next;
    for (const Relation& so_far : unions) {
      for (const Value& member : *members) {
        Value relation = as_relation(member, expression);
        if (relation.is_failure()) return relation;
        next.push_back(so_far | relation.relation());
      }
    }
    unions = std::move(next);
  }
  std::vector<Value> out;
  out.reserve(unions.size());
  for (Relation& each : unions) out.push_back(of_relation(std::move(each)));
  return of_members(std::move(out), size());
}

}  // namespace drover::cat::general
