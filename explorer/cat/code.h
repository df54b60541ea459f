#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/graph/base.h"
#include "frontend/cat/cat_ast.h"
#include "support/source_range.h"

// The internal representation of a memory model: one graph of all expressions of its cat files.
// Equal expressions share a node. Functions are expanded, names are resolved, and every node is a
// set or a relation.
namespace drover::cat {

enum class ValueKind : std::uint8_t { Set, Relation };

// The base sets and relations of an execution graph.
using drover::Base;
using drover::base_of;
using drover::BaseCount;

struct BaseDescription {
  Base base;
  ValueKind kind;
  std::string_view name;
  std::string_view meaning;
};
// Returns the descriptions of all bases, in the order of Base.
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

// The change of a value when reads-from and coherence edges are added to a graph with fixed events.
enum class Growth : std::uint8_t { None, Grows, Shrinks, Either };

using NodeIndex = std::uint32_t;

struct Node {
  Operation operation = Operation::Empty;
  ValueKind kind = ValueKind::Relation;
  Base base = Base::All;  // Base
  NodeIndex a = 0;        // the operands
  NodeIndex b = 0;
  std::uint32_t group = 0;      // Variable, Fixpoint: index of the `let rec`
  std::uint32_t component = 0;  // Variable, Fixpoint: index of the relation in it
  Growth growth = Growth::None;
  std::uint64_t open_groups = 0;  // the `let rec`s whose variables it uses free
  std::string name;               // the first name that a `let` gave it
  std::string text;               // as first written
};

// let rec …: the least sets and relations that satisfy variable = body.
struct FixpointGroup {
  std::vector<NodeIndex> variables;
  std::vector<NodeIndex> bodies;
};
inline constexpr std::size_t MaxGroups = 64;

using CheckTest = Test;
using CheckUse = CheckRole;  // except Assertion: models with assertions have no code

struct CodeCheck {
  CheckUse use = CheckUse::Axiom;
  CheckTest test = CheckTest::Acyclic;
  bool is_negated = false;
  NodeIndex node = 0;
  std::string name;
  std::string text;                     // text of the expression
  std::string comment;                  // the comment before the check
  std::vector<std::size_t> references;  // the definitions it uses: indices in Code::definitions

  // True if adding edges never repairs a failed check.
  bool fails_for_good = false;
  bool is_added = false;  // not in the model's text
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
  std::map<std::string, NodeIndex, std::less<>> names;  // their values at the end of the model
  // The halves of a read-modify-write are one event, which `rmw` relates to itself, as herd's
  // models treat C.
  bool fuses_updates = false;
  bool declares_coherence = false;  // by `with co from generate_cos(…)`
  NodeIndex happens_before = 0;
  // The relations shown in pictures: these, plus `show`, minus `unshow`.
  std::vector<std::string> shown{"rf", "co", "fr"};

  // True if a check, or a relation of that name, uses a base relation.
  [[nodiscard]] bool uses(Base base) const;
};

// Returns the nodes that the values of `roots` depend on, operands first; bodies of a `let rec`
// come before its Fixpoint nodes.
[[nodiscard]] std::vector<NodeIndex> reachable_nodes(const Code& code,
                                                     std::span<const NodeIndex> roots);

// Returns how many of `a` and `b` are operands.
[[nodiscard]] std::size_t operand_count(Operation operation);
// Returns the operands of a node; for a Fixpoint, all bodies of its group.
[[nodiscard]] std::vector<NodeIndex> operands_of(const Code& code, const Node& node);

}  // namespace drover::cat
