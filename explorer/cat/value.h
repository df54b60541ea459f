#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "explorer/cat/code.h"
#include "explorer/graph/event_set.h"
#include "explorer/graph/relation.h"
#include "frontend/diagnostic.h"
#include "support/strong_id.h"

// The values of cat expressions: on an execution (general/interpreter.h), and before there is one
// (elaborate.h).
namespace drover::cat {

struct Closure;
struct ProcedureValue;
struct Value;

enum class ValueType : std::uint8_t {
  Failure,     // no value, with the reason
  Empty,       // {}: an empty set of the expected type
  Everything,  // _: all events, or all pairs of events
  Event,
  Pair,
  Set,         // of events; while elaborating: its node, or nothing after a mistake
  Relation,    // between events; likewise
  Tag,         // 'name
  Tuple,       // () and (a, b, …)
  Collection,  // a set of anything else
  Function,
  Builtin,
  Procedure,
  Unknown,  // while elaborating: a parameter, or a value after a mistake; all operations accept it
};

// The reason for a missing value, in its file.
struct Failure {
  std::size_t file = 0;
  Diagnostic diagnostic;
};

enum class Builtin : std::uint8_t {
  Domain,
  Range,
  ClassesOfLocation,
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
  NothingOfRelation,  // about page tables, which tests here do not have
  NothingOfSet,
  Intersection,
  SameRelation,
  Fail,
  InLibrary,  // not built in: general.cat and cross.cat of library/ define them
};

struct BuiltinDescription {
  std::string_view name;
  Builtin builtin;
  std::size_t parameters = 1;
};
// The functions that a model need not define. Those besides `domain` and `range` need more than
// sets and relations.
inline constexpr std::array BuiltinTable{
    BuiltinDescription{"domain", Builtin::Domain},
    BuiltinDescription{"range", Builtin::Range},
    BuiltinDescription{"classes-loc", Builtin::ClassesOfLocation},
    BuiltinDescription{"classes", Builtin::Classes},
    BuiltinDescription{"linearisations", Builtin::Linearisations, 2},
    BuiltinDescription{"bisimulation", Builtin::Bisimulation, 2},
    BuiltinDescription{"lift", Builtin::Lift, 2},
    BuiltinDescription{"delift", Builtin::Delift},
    BuiltinDescription{"tag2events", Builtin::Tag2Events},
    BuiltinDescription{"tag2fenced", Builtin::Tag2Fenced},
    BuiltinDescription{"fromto", Builtin::FromTo},
    BuiltinDescription{"different-values", Builtin::DifferentValues},
    BuiltinDescription{"all-unions", Builtin::Cross},
    BuiltinDescription{"same-oa", Builtin::NothingOfRelation},
    BuiltinDescription{"oa-changes", Builtin::NothingOfSet, 2},
    BuiltinDescription{"at-least-one-writable", Builtin::NothingOfSet, 2},
    // Hints for herd's evaluation.
    BuiltinDescription{"inter_transitive", Builtin::Intersection, 2},
    BuiltinDescription{"as_transitive", Builtin::SameRelation},
    BuiltinDescription{"fail", Builtin::Fail},
    BuiltinDescription{"partition", Builtin::InLibrary},
    BuiltinDescription{"tag2instrs", Builtin::InLibrary},
    BuiltinDescription{"map", Builtin::InLibrary},
    BuiltinDescription{"cross", Builtin::InLibrary},
    BuiltinDescription{"generate_orders", Builtin::InLibrary},
};

using EventPair = std::pair<EventId, EventId>;

struct Value {
  ValueType type = ValueType::Empty;
  std::variant<std::monostate, EventId, EventPair, std::shared_ptr<const EventSet>,
               std::shared_ptr<const Relation>, std::string,
               std::shared_ptr<const std::vector<Value>>, std::shared_ptr<const Closure>,
               std::shared_ptr<const ProcedureValue>, const BuiltinDescription*,
               std::shared_ptr<const Failure>, NodeIndex>
      content;

  [[nodiscard]] bool is_failure() const { return type == ValueType::Failure; }
  // True if the reason was reported, or will be.
  [[nodiscard]] bool is_missing() const { return is_failure() || type == ValueType::Unknown; }
  [[nodiscard]] EventId event() const { return std::get<EventId>(content); }
  [[nodiscard]] const EventPair& pair() const { return std::get<EventPair>(content); }
  [[nodiscard]] const EventSet& set() const { return shared<EventSet>(); }
  [[nodiscard]] const Relation& relation() const { return shared<Relation>(); }
  [[nodiscard]] const std::string& tag() const { return std::get<std::string>(content); }
  // For a tuple or a collection.
  [[nodiscard]] const std::vector<Value>& parts() const { return shared<std::vector<Value>>(); }
  [[nodiscard]] const Closure& closure() const { return shared<Closure>(); }
  [[nodiscard]] const ProcedureValue& procedure() const { return shared<ProcedureValue>(); }
  [[nodiscard]] const BuiltinDescription& builtin() const {
    return *std::get<const BuiltinDescription*>(content);
  }
  [[nodiscard]] const Failure& failure() const { return shared<Failure>(); }
  // While elaborating: null if the set or relation is known only by its type.
  [[nodiscard]] const NodeIndex* node() const { return std::get_if<NodeIndex>(&content); }

 private:
  template <typename T>
  [[nodiscard]] const T& shared() const {
    return *std::get<std::shared_ptr<const T>>(content);
  }
};

[[nodiscard]] Value of_event(EventId event);
[[nodiscard]] Value of_pair(EventId from, EventId to);
[[nodiscard]] Value of_set(EventSet set);
[[nodiscard]] Value of_relation(Relation relation);
[[nodiscard]] Value of_tag(std::string tag);
[[nodiscard]] Value of_tuple(std::vector<Value> parts);
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

}  // namespace drover::cat
