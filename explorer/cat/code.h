#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/graph/base.h"
#include "frontend/cat/cat_ast.h"
#include "support/source_range.h"

// A memory model as a machine reads it: every expression of its cat files in one graph, in which
// equal expressions are one node. Functions have been expanded, names have been resolved, and every
// node is known to be a set or a relation.
namespace drover::cat {

enum class ValueKind : std::uint8_t { Set, Relation };

// What the graph of an execution gives.
using drover::Base;
using drover::base_of;
using drover::BaseCount;

struct BaseDescription {
  Base base;
  ValueKind kind;
  std::string_view name;
  std::string_view meaning;
};
// In the order of Base.
[[nodiscard]] const std::vector<BaseDescription>& base_descriptions();

enum class Operation : std::uint8_t {
  Base,
  Empty,
  Union,
  Intersection,
  Difference,
  Complement,
  Sequence,
  RestrictDomain,  // [a] ; b
  RestrictRange,   // a ; [b]
  Optional,
  Plus,
  Inverse,
  Identity,
  Product,
  Domain,
  Range,
  Variable,  // of a `let rec`
  Fixpoint,  // one of the relations that a `let rec` defines
};

// How a value changes while reads-from and coherence edges are added to a graph whose events stay
// the same.
enum class Growth : std::uint8_t { None, Grows, Shrinks, Either };

using NodeIndex = std::uint32_t;

struct Node {
  Operation operation = Operation::Empty;
  ValueKind kind = ValueKind::Relation;
  Base base = Base::All;  // Base
  NodeIndex a = 0;        // the operands
  NodeIndex b = 0;
  std::uint32_t group = 0;      // Variable, Fixpoint: which `let rec`
  std::uint32_t component = 0;  // Variable, Fixpoint: which of its relations
  Growth growth = Growth::None;
  std::uint64_t open_groups = 0;  // the `let rec`s whose variables it uses, outside their scope
  std::string name;               // the first that a `let` gave it
  std::string text;               // as first written
};

// let rec …: the least sets and relations with variable = body.
struct FixpointGroup {
  std::vector<NodeIndex> variables;
  std::vector<NodeIndex> bodies;
};
inline constexpr std::size_t MaxGroups = 64;

using CheckTest = Test;
using CheckUse = CheckRole;  // but for Assertion: models with assertions have no code

struct CodeCheck {
  CheckUse use = CheckUse::Axiom;
  CheckTest test = CheckTest::Acyclic;
  bool is_negated = false;
  NodeIndex node = 0;
  std::string name;
  std::string text;                     // of the expression
  std::string comment;                  // the comment before it
  std::vector<std::size_t> references;  // the definitions that it uses, into Code::definitions

  // Once it fails, it fails whatever edges are added.
  bool fails_for_good = false;
};

// name = text, as written.
struct CodeDefinition {
  std::string name;
  std::string text;
  std::vector<std::size_t> references;
};

struct Code {
  std::string title;
  std::vector<Node> nodes;
  std::vector<FixpointGroup> groups;
  std::vector<CodeCheck> checks;
  std::vector<CodeDefinition> definitions;
  std::map<std::string, NodeIndex, std::less<>> names;  // what they stand for at the end
  // The halves of a read-modify-write are one event, which `rmw` pairs with itself: so C is to
  // herd's models.
  bool fuses_updates = false;
  bool declares_coherence = false;  // with co from generate_cos(…)
  NodeIndex happens_before = 0;
  // What pictures show: these, what `show` adds, without what `unshow` takes away.
  std::vector<std::string> shown{"rf", "co", "fr"};

  // Whether a base relation is used by a check, or by a relation of that name.
  [[nodiscard]] bool uses(Base base) const;
};

}  // namespace drover::cat
