#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/graph/event_set.h"
#include "explorer/graph/relation.h"
#include "frontend/cat/cat_ast.h"
#include "frontend/diagnostic.h"
#include "support/strong_id.h"

// Values of cat expressions, for models with more than sets and relations.
namespace drover::cat::general {

struct Closure;
struct ProcedureValue;
struct Value;

enum class ValueKind : std::uint8_t {
  Failure,     // no value, with the reason
  Empty,       // {}: an empty set of the expected type
  Everything,  // _: all events, or all pairs of events
  Event,
  Pair,
  Set,         // of events
  Relation,    // between events
  Tag,         // 'name
  Tuple,       // () and (a, b, …)
  Collection,  // a set of anything else
  Function,
  Builtin,
  Procedure,
};

// The reason for a missing value, with its file and place.
struct Failure {
  std::size_t file = 0;
  SourceRange range;
  DiagnosticKind kind = DiagnosticKind::CatUnknownName;
  std::vector<std::string> arguments;
  std::string hint;
};

enum class Builtin : std::uint8_t {
  Domain,
  Range,
  ClassesOfLocation,  // classes-loc
  Classes,
  Linearisations,
  Bisimulation,
  Lift,
  Delift,
  Tag2Events,
  Tag2Fenced,
  FromTo,
  DifferentValues,
  Cross,              // for sets of relations: every union of one of each
  NothingOfRelation,  // same-oa, oa-changes, …: about page tables, which tests here do not have
  NothingOfSet,
  Intersection,  // inter_transitive, as_transitive: hints for herd's evaluation
  SameRelation,
  Fail,
};

using EventPair = std::pair<EventId, EventId>;

struct Value {
  ValueKind kind = ValueKind::Empty;
  std::variant<std::monostate, EventId, EventPair, std::shared_ptr<const EventSet>,
               std::shared_ptr<const Relation>, std::string,
               std::shared_ptr<const std::vector<Value>>, std::shared_ptr<const Closure>,
               std::shared_ptr<const ProcedureValue>, Builtin, std::shared_ptr<const Failure>>
      content;

  [[nodiscard]] bool is_failure() const { return kind == ValueKind::Failure; }
  [[nodiscard]] EventId event() const { return std::get<EventId>(content); }
  [[nodiscard]] const EventPair& pair() const { return std::get<EventPair>(content); }
  [[nodiscard]] const EventSet& set() const {
    return *std::get<std::shared_ptr<const EventSet>>(content);
  }
  [[nodiscard]] const Relation& relation() const {
    return *std::get<std::shared_ptr<const Relation>>(content);
  }
  [[nodiscard]] const std::string& tag() const { return std::get<std::string>(content); }
  // For a tuple or a collection.
  [[nodiscard]] const std::vector<Value>& parts() const {
    return *std::get<std::shared_ptr<const std::vector<Value>>>(content);
  }
  [[nodiscard]] const Closure& closure() const {
    return *std::get<std::shared_ptr<const Closure>>(content);
  }
  [[nodiscard]] const ProcedureValue& procedure() const {
    return *std::get<std::shared_ptr<const ProcedureValue>>(content);
  }
  [[nodiscard]] Builtin builtin() const { return std::get<Builtin>(content); }
  [[nodiscard]] const Failure& failure() const {
    return *std::get<std::shared_ptr<const Failure>>(content);
  }
};

[[nodiscard]] Value of_event(EventId event);
[[nodiscard]] Value of_pair(EventId from, EventId to);
[[nodiscard]] Value of_set(EventSet set);
[[nodiscard]] Value of_relation(Relation relation);
[[nodiscard]] Value of_tag(std::string tag);
[[nodiscard]] Value of_tuple(std::vector<Value> parts);
[[nodiscard]] Value of_builtin(Builtin builtin);
[[nodiscard]] Value of_failure(Failure failure);
// Returns the set of `members` without duplicates: of events or pairs if possible, else a
// collection.
[[nodiscard]] Value of_members(std::vector<Value> members, std::size_t events);
// Returns a collection of sorted members without duplicates.
[[nodiscard]] Value of_sorted(std::vector<Value> members);

// A total order of values that does not depend on memory addresses. All functions are equal.
[[nodiscard]] std::strong_ordering compare(const Value& a, const Value& b);
// True if two sets, relations or collections have the same members.
[[nodiscard]] bool are_equal(const Value& a, const Value& b, std::size_t events);
// True if the value has no members.
[[nodiscard]] bool is_empty(const Value& value);

// The name of the value's kind for messages: "a set".
[[nodiscard]] std::string kind_name(const Value& value);

}  // namespace drover::cat::general
