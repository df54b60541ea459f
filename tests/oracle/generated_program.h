#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "semantics/program/mode.h"

// A core-language program of the random tests, which generate, print and shrink it. It shares
// nothing with the front end's AST, so that a mistake there cannot hide in the tests. All nodes of
// a type have the same members (a kind, a name, modes, operands), which keeps edits short.
namespace drover::oracle {

enum class ExprKind : std::uint8_t {
  Number,            // value
  Register,          // name: a register or a parameter
  Constant,          // name: a `const` or the index of a thread family
  ObservedRegister,  // conditions only. name: "T0:r0"
  Unary,             // name: the operator
  Binary,            // name: the operator
  Conditional,       // a ? b : c
  Load,              // operands: place
  AddressOf,         // operands: place
  Rmw,               // name: xchg faa fas fand for fxor. operands: place, e
  Cas,               // name: cas cmpxchg. operands: place, expected, desired
  Await,             // name: the comparison. operands: place, e, or e or e
  AwaitExchange,     // name: the comparison. operands: place, e, new. value: 1 if `new` is added
                     // to the value read
  Call,              // name: the function. operands: arguments
  Alloc,             // name: a struct; or empty, and then operands: size
  Spawn,             // name: the function. operands: arguments
  Join,              // operands: the thread
  Choose,            // value: one of 0 … value - 1
  // Places.
  Cell,     // name: a shared scalar
  Element,  // name: a shared array. operands: index
  Deref,    // operands: address
  Field     // name: the field. operands: address
};

enum class Spelling : std::uint8_t { Sugar, Call };         // x@acq, load@acq(x)
enum class Annotation : std::uint8_t { None, Main, Help };  // of a call or a cas

struct Expr {
  ExprKind kind = ExprKind::Number;
  std::string name;
  std::int64_t value = 0;
  Mode mode = Mode::Plain;
  Mode failure_mode = Mode::Plain;  // Cas and AwaitExchange only; Plain: not written
  std::string scope = {};           // of `mode`; may be empty
  bool is_assumed = false;          // Await and AwaitExchange
  Spelling spelling = Spelling::Sugar;
  Annotation annotation = Annotation::None;
  std::vector<Expr> operands;
  bool operator==(const Expr&) const = default;
};

enum class StmtKind : std::uint8_t {
  Assign,    // name := operands[0]
  Store,     // operands: place, e
  Evaluate,  // an Rmw, Cas, await or Call that stands alone
  Fence,     // mode
  If,        // operands: condition. blocks: then, else (may be empty)
  Loop,      // see LoopForm. operands: guard, or none. blocks: body
  Labelled,  // name: blocks[0]
  Critical,  // lock(name); blocks[0] unlock(name);
  Break,     // name: the label, or empty
  Continue,  // the same
  Return,    // operands: value, or none
  Assume,    // operands: condition
  Assert,    // operands: condition. name: the message, or empty
  Error,
  Block,
  Free  // operands: address
};

// A loop has its own counter (`name`), set to 0 before the loop and increased in every iteration,
// so that the loop ends after `bound` iterations whatever an edit does to its body and guard. With
// bound 0 there is no counter, and only the guard ends the loop.
enum class LoopForm : std::uint8_t { While, Do, For };
enum class GuardPlace : std::uint8_t { BeforeCounter, AfterCounter };

struct Stmt {
  StmtKind kind = StmtKind::Assign;
  std::string name;
  Mode mode = Mode::Plain;
  std::string scope = {};  // of `mode`; may be empty
  std::string label;       // Loop: empty for none
  Spelling spelling = Spelling::Sugar;
  LoopForm form = LoopForm::While;
  GuardPlace guard_place = GuardPlace::BeforeCounter;
  int bound = 0;
  std::vector<Expr> operands;
  std::vector<std::vector<Stmt>> blocks;
  bool operator==(const Stmt&) const = default;
};
using Block = std::vector<Stmt>;

enum class CellKind : std::uint8_t { Atomic, NonAtomic };

struct ConstDecl {
  std::string name;
  std::int64_t value = 0;
  bool operator==(const ConstDecl&) const = default;
};
struct SharedDecl {
  std::string name;
  CellKind kind = CellKind::Atomic;
  std::vector<Expr> size;     // one expression for an array, none for a scalar
  std::vector<Expr> initial;  // none, or one per cell
  bool operator==(const SharedDecl&) const = default;
};
struct FieldDecl {
  std::string name;
  CellKind kind = CellKind::Atomic;
  bool operator==(const FieldDecl&) const = default;
};
struct StructDecl {
  std::string name;
  std::vector<FieldDecl> fields;
  bool operator==(const StructDecl&) const = default;
};
struct FunctionDecl {
  std::string name;
  std::vector<std::string> parameters;
  Block body;
  bool operator==(const FunctionDecl&) const = default;
};
struct ThreadDecl {
  std::string name;
  std::string index;        // of a family; empty for a single thread
  std::vector<Expr> range;  // of a family: first, last
  std::int64_t first = 0;   // values of `range`
  std::int64_t last = 0;
  Block body;
  std::string place = {};  // `cta 1, gpu 0`; may be empty
  [[nodiscard]] bool is_family() const { return !index.empty(); }
  [[nodiscard]] std::size_t instances() const { return static_cast<std::size_t>(last - first + 1); }
  bool operator==(const ThreadDecl&) const = default;
};
struct ConditionDecl {
  std::string kind;  // exists, forbid, forall
  Expr expression;
  bool operator==(const ConditionDecl&) const = default;
};

struct GeneratedProgram {
  std::vector<ConstDecl> consts;
  std::vector<SharedDecl> shared;
  std::vector<StructDecl> structs;
  std::vector<FunctionDecl> functions;
  Block init;
  std::vector<ThreadDecl> threads;
  Block final;
  std::vector<ConditionDecl> conditions;
  bool operator==(const GeneratedProgram&) const = default;
};

// Short constructors of expressions.
Expr number(std::int64_t value);
Expr named(ExprKind kind, std::string name);
Expr make_expr(ExprKind kind, std::string name, std::vector<Expr> operands,
               Mode mode = Mode::Plain);
Stmt make_stmt(StmtKind kind, std::string name = {}, std::vector<Expr> operands = {},
               Mode mode = Mode::Plain);
Stmt make_if(Expr condition, Block then_block, Block else_block = {});

bool is_place(ExprKind kind);
// True if the expression may be a statement.
bool has_effect(const Expr& expr);

// Returns the text of a .drv file.
std::string to_source(const GeneratedProgram& program);
std::string to_source(const Expr& expr);

// Returns the measure that shrinking decreases: nodes, large numbers, strong modes and long
// spellings count.
std::size_t size(const GeneratedProgram& program);

// Returns an upper bound of an execution's memory events: those of the longest path, two for a
// read-modify-write. A loop without a counter counts as two iterations.
std::size_t max_events(const Block& block, const std::vector<FunctionDecl>& functions);
std::size_t max_events(const GeneratedProgram& program);

// True if some `return` in the block has a value.
bool returns_value(const Block& block);

// Returns the names that code and conditions mention; names that only declarations mention are left
// out.
std::set<std::string> mentioned_names(const GeneratedProgram& program);

// Visits every expression node, operands before their operator.
void for_each_expr(GeneratedProgram& program, const std::function<void(Expr&)>& visit);
void for_each_expr(Expr& expr, const std::function<void(Expr&)>& visit);
void for_each_expr(Block& block, const std::function<void(Expr&)>& visit);
// Visits every statement.
void for_each_stmt(GeneratedProgram& program, const std::function<void(Stmt&)>& visit);

}  // namespace drover::oracle
