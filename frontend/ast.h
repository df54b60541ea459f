#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "support/operator.h"
#include "support/rmw_operator.h"
#include "support/source_range.h"
#include "support/strong_id.h"

// The syntax tree of the core language. Nodes are structs in variants, stored in the vectors of an
// Ast and identified by ids. `fields()` lists the parts of a node for comparison and generic walks.
// Comparison ignores parts that are not listed (ranges).
namespace drover::ast {

using ExprId = StrongId<struct AstExpressionTag>;
using StmtId = StrongId<struct AstStatementTag>;

// A name with its place. The empty text means no name.
struct Identifier {
  std::string text;
  SourceRange range;

  [[nodiscard]] bool is_absent() const { return text.empty(); }
  bool operator==(const Identifier& other) const { return text == other.text; }
};

// `acq` of `x@acq`; absent for a plain access. A later check rejects unknown modes and scopes.
struct ModeName : Identifier {
  bool is_pinned = false;  // `x@acq!`: searches for modes must not change it
  Identifier scope = {};   // `cta` of `x@acq.cta`; may be absent

  bool operator==(const ModeName& other) const = default;
};

// ---- Expressions ----------------------------------------------------------------

enum class CasResult : std::uint8_t { Success, OldValue };

// Never negative, except for the 2^63 of `-9223372036854775808`, which is INT64_MIN here.
struct IntegerLiteral {
  std::int64_t value = 0;
  [[nodiscard]] auto fields() const { return std::tie(value); }
};
// A register, parameter, constant, or shared variable; only a shared variable may have a mode.
struct Name {
  std::string name;
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(name, mode); }
};
struct Index {
  ExprId base, index;
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(base, index, mode); }
};
struct Field {
  ExprId base;
  Identifier field;
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(base, field, mode); }
};
struct Dereference {
  ExprId pointer;
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(pointer, mode); }
};
struct AddressOf {
  ExprId place;
  [[nodiscard]] auto fields() const { return std::tie(place); }
};
struct Unary {
  Operator op = Operator::Negate;
  ExprId operand;
  [[nodiscard]] auto fields() const { return std::tie(op, operand); }
};
struct Binary {
  Operator op = Operator::Add;
  ExprId left, right;
  [[nodiscard]] auto fields() const { return std::tie(op, left, right); }
};
struct Conditional {
  ExprId condition, if_true, if_false;
  [[nodiscard]] auto fields() const { return std::tie(condition, if_true, if_false); }
};
struct Call {
  Identifier function;
  std::vector<ExprId> arguments;
  [[nodiscard]] auto fields() const { return std::tie(function, arguments); }
};
struct Load {
  ExprId place;
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(place, mode); }
};
struct ReadModifyWrite {
  RmwOperator op = RmwOperator::Exchange;
  ExprId place, operand;
  ModeName mode;
  ExprId bits = {};  // a constant: bits of the cell; negative: unsigned; none: 64
  [[nodiscard]] auto fields() const { return std::tie(op, place, operand, mode, bits); }
};
struct CompareAndSwap {
  CasResult result = CasResult::Success;
  ExprId place, expected, desired;
  ModeName mode, failure_mode;
  [[nodiscard]] auto fields() const {
    return std::tie(result, place, expected, desired, mode, failure_mode);
  }
};
// In the condition, the awaited location is bare (no `load`, no mode): it is the value read.
struct Await {
  ExprId condition;
  ModeName mode;
  bool is_assumed = false;  // `assume await(…)`
  [[nodiscard]] auto fields() const { return std::tie(condition, mode, is_assumed); }
};
// In the new value, the awaited location is the value read, too.
struct AwaitExchange {
  ExprId condition, desired;
  ModeName mode, failure_mode;
  bool is_assumed = false;
  [[nodiscard]] auto fields() const {
    return std::tie(condition, desired, mode, failure_mode, is_assumed);
  }
};
struct AllocateStruct {
  Identifier structure;
  [[nodiscard]] auto fields() const { return std::tie(structure); }
};
struct AllocateCells {
  ExprId size;
  [[nodiscard]] auto fields() const { return std::tie(size); }
};
// `spawn f(a, b)`: its value is the thread.
struct Spawn {
  Identifier function;
  std::vector<ExprId> arguments;
  [[nodiscard]] auto fields() const { return std::tie(function, arguments); }
};
// `join t`: its value is the result of the thread's function.
struct Join {
  ExprId thread;
  [[nodiscard]] auto fields() const { return std::tie(thread); }
};
// `reader:r`, in conditions.
struct ThreadRegister {
  Identifier thread, reg;
  [[nodiscard]] auto fields() const { return std::tie(thread, reg); }
};

using ExpressionNode =
    std::variant<IntegerLiteral, Name, Index, Field, Dereference, AddressOf, Unary, Binary,
                 Conditional, Call, Load, ReadModifyWrite, CompareAndSwap, Await, AwaitExchange,
                 AllocateStruct, AllocateCells, Spawn, Join, ThreadRegister>;

struct Expression {
  ExpressionNode node;
  SourceRange range;
};

// ---- Statements -----------------------------------------------------------------

// The bodies of conditionals and loops are always blocks, so no `else` dangles. Only an `else` may
// be followed by an If.
struct Block {
  std::vector<StmtId> statements;
  [[nodiscard]] auto fields() const { return std::tie(statements); }
};
// Assigns to a register or to a location.
struct Assign {
  ExprId target, value;
  [[nodiscard]] auto fields() const { return std::tie(target, value); }
};
struct Store {
  ExprId place, value;
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(place, value, mode); }
};
struct Evaluate {
  ExprId expression;
  [[nodiscard]] auto fields() const { return std::tie(expression); }
};
struct Fence {
  ModeName mode;
  [[nodiscard]] auto fields() const { return std::tie(mode); }
};
struct Lock {
  ExprId place;
  [[nodiscard]] auto fields() const { return std::tie(place); }
};
struct Unlock {
  ExprId place;
  [[nodiscard]] auto fields() const { return std::tie(place); }
};
struct Assume {
  ExprId condition;
  [[nodiscard]] auto fields() const { return std::tie(condition); }
};
struct Assert {
  ExprId condition;
  std::optional<std::string> message;
  SourceRange text;  // of the condition, with its parentheses if any
  [[nodiscard]] auto fields() const { return std::tie(condition, message); }
};
struct Error {
  [[nodiscard]] auto fields() const { return std::tie(); }
};
// `block;`
struct Stop {
  [[nodiscard]] auto fields() const { return std::tie(); }
};
struct Free {
  ExprId pointer;
  [[nodiscard]] auto fields() const { return std::tie(pointer); }
};
enum class CallMark : std::uint8_t { Main, Help };
// `call` is a Call or a CompareAndSwap.
struct MarkedCall {
  CallMark mark = CallMark::Main;
  ExprId call;
  [[nodiscard]] auto fields() const { return std::tie(mark, call); }
};
// `otherwise` is none, a Block, or an If.
struct If {
  ExprId condition;
  StmtId then, otherwise;
  [[nodiscard]] auto fields() const { return std::tie(condition, then, otherwise); }
};
struct While {
  ExprId condition;
  StmtId body;
  [[nodiscard]] auto fields() const { return std::tie(condition, body); }
};
struct DoWhile {
  StmtId body;
  ExprId condition;
  [[nodiscard]] auto fields() const { return std::tie(body, condition); }
};
// Any of the three parts in the parentheses may be none.
struct For {
  StmtId start;
  ExprId condition;
  StmtId step;
  StmtId body;
  [[nodiscard]] auto fields() const { return std::tie(start, condition, step, body); }
};
// `name: { … }`, `name: while (…) { … }`: the body is a Block or a loop.
struct Labelled {
  Identifier label;
  StmtId body;
  [[nodiscard]] auto fields() const { return std::tie(label, body); }
};
// Without a label, leaves the innermost loop.
struct Break {
  Identifier label;
  [[nodiscard]] auto fields() const { return std::tie(label); }
};
struct Continue {
  Identifier label;
  [[nodiscard]] auto fields() const { return std::tie(label); }
};
struct Return {
  ExprId value;  // may be none
  [[nodiscard]] auto fields() const { return std::tie(value); }
};

using StatementNode =
    std::variant<Block, Assign, Store, Evaluate, Fence, Lock, Unlock, Assume, Assert, Error, Stop,
                 Free, MarkedCall, If, While, DoWhile, For, Labelled, Break, Continue, Return>;

struct Statement {
  StatementNode node;
  SourceRange range;
};

// ---- Items ----------------------------------------------------------------------

struct ConstItem {
  Identifier name;
  ExprId value;
  [[nodiscard]] auto fields() const { return std::tie(name, value); }
};
struct SharedDeclarator {
  Identifier name;
  ExprId size;  // none: a scalar
  bool has_braces = false;
  std::vector<ExprId> initial;
  [[nodiscard]] auto fields() const { return std::tie(name, size, has_braces, initial); }
};
struct SharedItem {
  bool is_non_atomic = false;
  std::vector<SharedDeclarator> declarators;
  [[nodiscard]] auto fields() const { return std::tie(is_non_atomic, declarators); }
};
struct StructFieldDeclaration {
  bool is_non_atomic = false;
  Identifier name;
  [[nodiscard]] auto fields() const { return std::tie(is_non_atomic, name); }
};
struct StructItem {
  Identifier name;
  std::vector<StructFieldDeclaration> members;
  [[nodiscard]] auto fields() const { return std::tie(name, members); }
};
struct FunctionItem {
  Identifier name;
  std::vector<Identifier> parameters;
  StmtId body;
  [[nodiscard]] auto fields() const { return std::tie(name, parameters, body); }
};
struct InitItem {
  StmtId body;
  [[nodiscard]] auto fields() const { return std::tie(body); }
};
struct FinalItem {
  StmtId body;
  [[nodiscard]] auto fields() const { return std::tie(body); }
};
// `cta i`: the number of the thread at one level of a machine with scopes.
struct PlaceEntry {
  Identifier level;
  ExprId number;
  [[nodiscard]] auto fields() const { return std::tie(level, number); }
};
// A family of threads has a variable and a range; a single thread has neither.
struct ThreadItem {
  Identifier name;
  Identifier variable;
  ExprId first, last;
  StmtId body;
  std::vector<PlaceEntry> places;
  [[nodiscard]] auto fields() const { return std::tie(name, variable, first, last, body, places); }
};
// `object q : queue(enqueue, dequeue) promises v;` says what the functions are together. With a
// body, its functions are the specification of those of the same names.
struct ObjectEntry {
  Identifier key;
  ExprId value;  // may be none
  [[nodiscard]] auto fields() const { return std::tie(key, value); }
  bool operator==(const ObjectEntry& other) const { return fields() == other.fields(); }
};
struct ObjectItem {
  Identifier name;
  Identifier promise;  // may be absent
  Identifier kind;     // absent: `states` and `functions` are the specification
  std::vector<ObjectEntry> entries;
  std::vector<SharedItem> states;
  std::vector<FunctionItem> functions;
  std::vector<Identifier> singles;  // operations that one thread calls
  std::vector<Identifier> owned;    // operations of the thread that owns the object
  [[nodiscard]] auto fields() const {
    return std::tie(name, promise, kind, entries, states, functions, singles, owned);
  }
};
enum class ConditionKind : std::uint8_t { Exists, Forbid, Forall };
struct ConditionItem {
  ConditionKind kind = ConditionKind::Exists;
  ExprId condition;
  SourceRange text;          // between the parentheses
  bool is_required = false;  // `require exists`
  [[nodiscard]] auto fields() const { return std::tie(kind, condition, is_required); }
};

using ItemNode = std::variant<ConstItem, SharedItem, StructItem, FunctionItem, InitItem, FinalItem,
                              ThreadItem, ObjectItem, ConditionItem>;

struct Item {
  ItemNode node;
  SourceRange range;
};

class Ast {
 public:
  std::vector<Item> items;

  ExprId add(ExpressionNode node, SourceRange range) {
    expressions_.push_back({std::move(node), range});
    return ExprId(expressions_.size() - 1);
  }
  StmtId add(StatementNode node, SourceRange range) {
    statements_.push_back({std::move(node), range});
    return StmtId(statements_.size() - 1);
  }
  [[nodiscard]] const Expression& operator[](ExprId id) const { return expressions_[id.value]; }
  [[nodiscard]] Expression& operator[](ExprId id) { return expressions_[id.value]; }
  [[nodiscard]] const Statement& operator[](StmtId id) const { return statements_[id.value]; }
  [[nodiscard]] Statement& operator[](StmtId id) { return statements_[id.value]; }
  [[nodiscard]] std::size_t expression_count() const { return expressions_.size(); }
  [[nodiscard]] std::size_t statement_count() const { return statements_.size(); }

  // True if the trees are equal, apart from ranges and the numbering of nodes.
  bool operator==(const Ast& other) const;

 private:
  std::vector<Expression> expressions_;
  std::vector<Statement> statements_;
};

// True if the expressions are equal, apart from ranges.
[[nodiscard]] bool is_same(const Ast& ast, ExprId a, ExprId b);

// Returns the spelling in source text.
[[nodiscard]] const char* spelling(ConditionKind kind);

// Returns the mode of a Name, Index, Field or Dereference; null for other nodes.
[[nodiscard]] const ModeName* mode_of_place(const ExpressionNode& node);
[[nodiscard]] ModeName* mode_of_place(ExpressionNode& node);

}  // namespace drover::ast

namespace drover {
using ast::Ast;
}  // namespace drover
