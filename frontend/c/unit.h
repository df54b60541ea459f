#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/c/builtins.h"
#include "frontend/c/types.h"
#include "support/source_range.h"
#include "support/strong_id.h"

// A translation unit whose names are resolved and whose expressions have types. Conversions are
// nodes of their own: who lowers it needs no rule of C but the order of evaluation.
namespace drover::c {

using NodeId = StrongId<struct NodeTag>;
using StatementId = StrongId<struct StatementTag>;

enum class NodeKind : std::uint8_t {
  Integer,       // value
  Local,         // lvalue: Function::variables[index]
  Global,        // lvalue: Unit::globals[index]
  FunctionName,  // Unit::functions[index]
  Dereference,   // lvalue: *a
  Member,        // lvalue: value bytes after the lvalue a
  Element,       // lvalue: element b of the array a, an lvalue
  Load,          // the value of the lvalue a; of a record: all of it
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
  Assign,               // the lvalue a = b
  CompoundAssign,       // the lvalue a = a op b, computed in the type `computed`
  Step,                 // ++ and --: the lvalue a changes by value; is_postfix: the old value
  Call,                 // Unit::functions[index], or what a points to; list
  Builtin,              // builtin, list; a, b, c: order, order of failure, whether it is weak,
                        // where these are no constant expressions
  StatementExpression,  // statement, whose value is that of its last expression
  Initialised           // lvalue: Local a (a compound literal) after statement
};

enum class BinaryOperator : std::uint8_t {
  Multiply,
  Divide,
  Remainder,
  Add,
  Subtract,
  ShiftLeft,
  ShiftRight,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Equal,
  NotEqual,
  BitAnd,
  BitXor,
  BitOr
};

// Builtins over blocks of memory: `value` of one whose size is known when it runs.
inline constexpr std::int64_t UnknownSize = -2;

// One flat struct: what a member means stands at the kinds.
struct Node {
  NodeKind kind = NodeKind::Integer;
  TypeId type = {};
  SourceRange place = {};
  NodeId a = {}, b = {}, c = {};
  std::int64_t value = 0;
  std::uint32_t index = 0;
  BinaryOperator op = BinaryOperator::Add;
  TypeId computed = {};
  bool is_postfix = false;
  bool is_in_memory = false;     // Local: as of its Variable
  bool may_overlap = false;      // Builtin::Copy: memmove
  bool is_pointer_step = false;  // CompoundAssign, Step: of a pointer, scaled by value
  bool is_unused = false;        // Call, Builtin: nobody looks at the value
  BuiltinUse builtin = {};
  std::string text = {};  // of a string literal among the arguments
  std::vector<NodeId> list = {};
  StatementId statement = {};
};

enum class StatementKind : std::uint8_t {
  Expression,   // node
  Declaration,  // the variable begins to live, unwritten
  Initialise,   // of variable: items
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
  std::uint32_t scope = 0;  // Block, For: of the variables that are declared in it; 0: none
  std::int64_t value = 0, last = 0;
  std::string text = {};
};

struct Variable {
  std::string name;
  TypeId type;
  SourceRange place;
  bool is_in_memory = false;  // its address is used, or it is an array or a record
  std::uint32_t scope = 0;    // Statement::scope of the block, or loop, that it belongs to
  NodeId cleanup = {};        // what is done when its scope is left; none: nothing
};

struct Function {
  std::string name;
  TypeId type;
  SourceRange place;
  std::vector<Variable> variables;  // parameters first
  std::size_t parameter_count = 0;
  StatementId body;  // none: not defined here
  bool is_address_used = false;
  bool is_from_header = false;  // of our own: what it does happens at the place of the call
  bool is_noreturn = false;
  std::optional<std::uint32_t> constructor = {};  // its priority: it is called before main
  std::optional<std::uint32_t> destructor = {};   // behind main, the greatest priority first
};

// A scalar of an object with static storage duration that does not begin as 0.
struct StaticValue {
  std::uint64_t offset = 0;
  std::int64_t value = 0;
  std::optional<std::uint32_t> global;    // the address of it, plus value
  std::optional<std::uint32_t> function;  // the address of it
  TypeId type = {};                       // as which it is written
};

struct Global {
  std::string name;
  TypeId type;
  SourceRange place;
  bool is_thread_local = false;
  bool is_defined = false;  // not only declared
  std::vector<StaticValue> initial;
};

// Where a statement can be put into the file that was given or one that it includes, or could but
// for a macro.
struct Room {
  bool is_end = false;         // at the end of the body of a loop; else before a statement
  bool needs_braces = false;   // what is there is not in a block, and both would need one
  bool is_written = true;      // not: a macro makes it, so nothing fits
  StatementId in;              // the block; where there is none, what has it as `first` or `second`
  std::uint32_t index = 0;     // of the statement in the list of the block
  bool is_second = false;      // it is `second`
  SourceRange whole;           // the statement; is_end: the brace of the block, or the body
  std::uint32_t function = 0;  // Unit::functions
  std::vector<StatementId> of = {};  // what the statement became; is_end: the loop
};

struct Unit {
  TypeTable types;
  std::vector<Node> nodes;
  std::vector<Statement> statements;
  std::vector<Function> functions;
  std::vector<Global> globals;
  std::vector<Room> rooms;  // inner ones before those around them
  // By parameter of `main`: whose address it gets. The first is a number, and has none.
  std::vector<std::optional<std::uint32_t>> main_arguments = {};

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes[id.value]; }
  [[nodiscard]] const Statement& operator[](StatementId id) const { return statements[id.value]; }
};

}  // namespace drover::c
