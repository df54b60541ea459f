#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c/builtins.h"
#include "frontend/c/types.h"
#include "support/operator.h"
#include "support/source_range.h"
#include "support/strong_id.h"

// A translation unit with resolved names and typed expressions. Conversions are separate nodes: the
// lowering needs no rule of C except the order of evaluation.
namespace drover::c {

using NodeId = StrongId<struct NodeTag>;
using StatementId = StrongId<struct StatementTag>;

enum class NodeKind : std::uint8_t {
  Integer,       // value
  Floating,      // an opaque constant; value: its bits as a double, if is_known
  Unsupported,   // refused if it is reached: Unit::refusals[index]
  Local,         // lvalue: Function::variables[index]
  Global,        // lvalue: Unit::globals[index]
  FunctionName,  // Unit::functions[index]
  Dereference,   // lvalue: *a
  Member,        // lvalue: value bytes after the lvalue a
  Element,       // lvalue: element b of the array a, an lvalue
  BitField,      // lvalue: `index` bits of the lvalue a, from the bit `value` on
  Load,          // the value of the lvalue a; of a record: the whole record
  AddressOf,     // of the lvalue a
  Convert,       // a to the type of this node
  Negate,
  Complement,
  Not,
  Binary,             // a op b, both of the type of this node, or of one type for comparisons
  PointerAdd,         // a + b * value; a is a pointer
  PointerDifference,  // (a - b) / value
  And,
  Or,
  Conditional,  // a ? b : c
  Comma,
  Assign,          // the lvalue a = b
  CompoundAssign,  // the lvalue a = a op b, computed in the type `computed`
  Step,            // ++ and --: changes the lvalue a by value; is_postfix: returns the old value
  Call,            // calls Unit::functions[index], or the target of a; list
  Builtin,         // builtin, list; a, b, c: order, failure order, weak, if not constant
  StatementExpression,  // statement; its value is its last expression
  Initialised           // lvalue: Local a (a compound literal) after statement
};

// `value` of a memory builtin whose size is known only at run time.
inline constexpr std::int64_t UnknownSize = -2;

// One flat struct: the comments of NodeKind describe its members.
struct Node {
  NodeKind kind = NodeKind::Integer;
  TypeId type = {};
  SourceRange place = {};
  NodeId a = {}, b = {}, c = {};
  std::int64_t value = 0;
  std::uint32_t index = 0;
  Operator op = Operator::Add;
  TypeId computed = {};
  bool is_postfix = false;
  bool is_in_memory = false;     // Local: as in its Variable
  bool may_overlap = false;      // Builtin::Copy: memmove
  bool is_pointer_step = false;  // CompoundAssign, Step: on a pointer, scaled by value
  bool is_unused = false;        // Call, Builtin: the value is unused
  bool is_known = false;         // Floating
  BuiltinUse builtin = {};
  std::string text = {};  // a string literal among the arguments
  std::vector<NodeId> list = {};
  StatementId statement = {};
};

enum class StatementKind : std::uint8_t {
  Expression,   // node
  Declaration,  // begins the lifetime of the variable, unwritten
  Initialise,   // initialises variable with items
  Block,        // list
  If,           // node, first, second (may be none)
  While,
  DoWhile,
  For,     // list[0] before (may be none), node (may be none), step (may be none), first
  Switch,  // node, first
  Case,    // value to last, first
  Default,
  Label,  // text, first
  Goto,   // text
  Break,
  Continue,
  Return,  // node (may be none)
  Empty
};

struct InitialItem {
  std::uint64_t offset = 0;
  TypeId type;
  NodeId value;  // none: 0
};

struct Statement {
  StatementKind kind = StatementKind::Empty;
  SourceRange place = {};
  NodeId node = {}, step = {};
  StatementId first = {}, second = {};
  std::vector<StatementId> list = {};
  std::vector<InitialItem> items = {};
  std::uint32_t variable = 0;
  std::uint32_t scope = 0;  // Block, For: scope of its variables; 0: none
  std::int64_t value = 0, last = 0;
  std::string text = {};
};

// A construct that is not supported. It is reported only if it is reached.
struct Refusal {
  std::string what;  // "`asm` is"; with is_function, the name of a function without a body
  std::string hint;
  bool is_function = false;
};

struct Variable {
  std::string name;
  TypeId type;
  SourceRange place;
  bool is_in_memory = false;  // its address is used, or it is an array or a record
  std::uint32_t scope = 0;    // Statement::scope of its block or loop
  NodeId cleanup = {};        // run at the end of its scope; none: nothing
  NodeId size = {};           // of an array of variable length: its size in bytes
};

struct Function {
  std::string name;
  TypeId type;
  SourceRange place;
  std::vector<Variable> variables = {};  // parameters first
  std::size_t parameter_count = 0;
  StatementId body = {};  // none: not defined here
  bool is_address_used = false;
  bool is_from_header = false;  // of our headers: its actions have the place of the call
  bool is_noreturn = false;
  bool reads_arguments = false;                   // va_start
  std::optional<std::uint32_t> constructor = {};  // priority: runs before main
  std::optional<std::uint32_t> destructor = {};   // runs after main, greatest priority first
};

// A scalar of an object with static storage duration whose initial value is not 0.
struct StaticValue {
  std::uint64_t offset = 0;
  std::int64_t value = 0;
  std::optional<std::uint32_t> global = {};    // its address plus value
  std::optional<std::uint32_t> function = {};  // its address
  bool is_opaque = false;                      // an opaque number
  TypeId type = {};                            // the type of the write
};

struct Global {
  std::string name;
  TypeId type;
  SourceRange place;
  bool is_thread_local = false;
  bool is_defined = false;                    // false: only declared
  std::optional<std::uint32_t> refusal = {};  // Unit::refusals: of its initial value
  std::vector<StaticValue> initial = {};
};

// A place for a new statement in the given file or an included file, or a place that only a macro
// prevents.
struct Room {
  bool is_end = false;         // at the end of a loop body; else before a statement
  bool needs_braces = false;   // the statement is not in a block: a new statement would need braces
  bool is_written = true;      // false: a macro produces the place, nothing fits
  StatementId in;              // the block; or else the statement whose `first` or `second` it is
  std::uint32_t index = 0;     // of the statement in the list of the block
  bool is_second = false;      // the statement is `second`
  SourceRange whole = {};      // the statement; is_end: the closing brace, or the body
  std::uint32_t function = 0;  // Unit::functions
  std::vector<StatementId> of = {};  // the built statements; is_end: the loop
};

// Numbers from `low` to `high`.
struct ChoiceRange {
  std::int64_t low = 0;
  std::int64_t high = 0;

  bool operator==(const ChoiceRange&) const = default;
};

enum class VolatileAccess : std::uint8_t { Plain, Relaxed };

// The meaning of a program's text where C or the environment leave it open.
struct ReadingOptions {
  std::optional<ChoiceRange> nondet = {};              // of random numbers and the like
  std::optional<VolatileAccess> volatile_access = {};  // nothing: Plain, with a warning
};

struct Unit {
  TypeTable types;
  std::vector<Node> nodes;
  std::vector<Statement> statements;
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Refusal> refusals;
  std::vector<Room> rooms;  // inner rooms before outer ones
  // By parameter of `main`: the global whose address it gets. The first is a number without one.
  std::vector<std::optional<std::uint32_t>> main_arguments = {};
  ReadingOptions options = {};

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id.value]; }
  [[nodiscard]] const Statement& operator[](StatementId id) const { return statements[id.value]; }
};

// Calls `visit` for each expression and statement that a node is made of.
template <typename Visit>
void for_each_child(const Node& node, const Visit& visit) {
  const auto visit_part = [&](auto id) {
    if (!id.is_none()) visit(id);
  };
  for (const NodeId part : {node.a, node.b, node.c}) visit_part(part);
  for (const NodeId part : node.list) visit_part(part);
  visit_part(node.statement);
}
// Likewise for a statement; the statement before a `for` comes first.
template <typename Visit>
void for_each_child(const Statement& statement, const Visit& visit) {
  const auto visit_part = [&](auto id) {
    if (!id.is_none()) visit(id);
  };
  for (const StatementId each : statement.list) visit_part(each);
  for (const InitialItem& item : statement.items) visit_part(item.value);
  visit_part(statement.node);
  visit_part(statement.step);
  visit_part(statement.first);
  visit_part(statement.second);
}

}  // namespace drover::c
