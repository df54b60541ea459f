#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/source_range.h"

// The syntax tree of a cat file.
namespace drover::cat {

struct Name {
  std::string text;
  SourceRange range;
};

enum class ExpressionKind : std::uint8_t {
  Name,
  Empty,         // 0
  EmptySet,      // {}
  Everything,    // _
  Tag,           // 'name
  Tuple,         // (operands), none or several
  ExplicitSet,   // {operands}, one or several
  Identity,      // [S]
  Application,   // name(operands)
  Apply,         // operands[0] operands[1], where the function is not just a name
  Star,          // r*
  Plus,          // r+
  Optional,      // r?
  Inverse,       // r^-1
  Complement,    // ~a
  Product,       // A * B
  Intersection,  // a & b
  Difference,    // a \ b
  Sequence,      // r ; s
  Addition,      // a ++ b
  Union,         // a | b
  Let,           // let bindings in operands[0]
  Function,      // fun parameters -> operands[0]
  Try,           // try operands[0] with operands[1]
  If,            // if guards[0] then operands[0] else operands[1]
  Match,         // match operands[0] with || patterns[i] -> operands[i + 1] end
};

struct Binding;
struct Guard;

// A pattern of a `match` clause.
enum class PatternKind : std::uint8_t {
  EmptySet,  // {}
  Element,   // element ++ rest
  Split,     // before | element ++ rest
  Tag,       // 'element
  Anything,  // _
};
struct Pattern {
  PatternKind kind = PatternKind::Anything;
  Name before;
  Name element;
  Name rest;
};

struct Expression {
  ExpressionKind kind = ExpressionKind::Empty;
  SourceRange range;
  Name name;                         // Name, Application
  std::vector<Expression> operands;  // Application: the arguments
  bool is_recursive = false;         // Let
  std::vector<Binding> bindings;     // Let
  std::vector<Name> parameters;      // Function
  std::vector<Guard> guards;         // If
  std::vector<Pattern> patterns;     // Match
};

enum class GuardKind : std::uint8_t { Variant, Not, And, Or, Equal, Subset, Member };
struct Guard {
  GuardKind kind = GuardKind::Variant;
  Name variant;
  std::vector<Guard> parts;          // Not, And, Or
  std::vector<Expression> operands;  // Equal, Subset, Member
};

// name = value, name(parameters) = value, or (names) = value; a parameter may be `_`.
struct Binding {
  Name name;
  std::vector<Name> names;  // more than one: the parts of a tuple
  std::optional<std::vector<Name>> parameters;
  Expression value;
};

enum class Test : std::uint8_t { Acyclic, Irreflexive, Empty };
enum class CheckRole : std::uint8_t {
  Axiom,            // executions that fail it are inconsistent
  Flag,             // executions that pass it are marked
  UndefinedUnless,  // an execution that fails it makes the program undefined
  Assertion         // a test with a failing execution is not for this model
};

struct Check {
  CheckRole role = CheckRole::Axiom;
  bool is_negated = false;
  Test test = Test::Acyclic;
  Expression expression;
  std::optional<Name> name;
};

struct Let {
  bool is_recursive = false;
  std::vector<Binding> bindings;
  std::optional<Check> when;  // must hold in each round of a recursion
};

struct ShownRelation {
  Expression expression;
  std::optional<Name> name;
};
struct Show {
  std::vector<ShownRelation> relations;
};
struct Unshow {
  std::vector<Name> names;
};
struct Include {
  Name file;
};
struct With {
  Name name;
  Expression source;
};

struct Instruction;
struct Procedure {
  Name name;
  std::vector<Name> parameters;
  std::vector<Instruction> body;
};
struct Call {
  Name procedure;
  std::vector<Expression> arguments;
  std::optional<Name> name;
};
struct ForAll {
  Name element;
  Expression source;
  std::vector<Instruction> body;
};
struct Conditional {
  Guard guard;
  std::vector<Instruction> then;
  std::vector<Instruction> otherwise;
};
struct MatchBlock {
  Expression subject;
  std::vector<Pattern> patterns;
  std::vector<std::vector<Instruction>> blocks;
};
struct Enumeration {
  Name name;
  std::vector<Name> tags;
};
// An instruction that is read and has no effect: a declaration of a bell file, or `debug e`.
struct Declaration {};

struct Instruction {
  std::variant<Let, Check, Show, Unshow, Include, With, Procedure, Call, ForAll, Conditional,
               MatchBlock, Enumeration, Declaration>
      body;
  SourceRange range;
};

struct Ast {
  std::string title;           // may be empty
  std::string architecture;    // first word of the title, if it is a word; may be empty
  std::vector<Name> options;   // in the title: catdep, withco, …
  std::vector<Name> variants;  // that guards ask for
  std::vector<Instruction> instructions;
};

}  // namespace drover::cat
