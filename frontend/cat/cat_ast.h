#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "support/source_range.h"

// A cat file as it is written.
namespace drover::cat {

struct Name {
  std::string text;
  SourceRange range;
};

enum class ExpressionKind : std::uint8_t {
  Name,
  Empty,         // 0, {}
  Everything,    // _
  Identity,      // [S]
  Application,   // name(operands)
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
};

struct Binding;

struct Expression {
  ExpressionKind kind = ExpressionKind::Empty;
  SourceRange range;
  Name name;                         // Name, Application
  std::vector<Expression> operands;  // Application: the arguments
  bool is_recursive = false;         // Let
  std::vector<Binding> bindings;     // Let
  std::vector<Name> parameters;      // Function
};

// name = value, or name(parameters) = value.
struct Binding {
  Name name;
  std::optional<std::vector<Name>> parameters;
  Expression value;
};

struct Let {
  bool is_recursive = false;
  std::vector<Binding> bindings;
};

enum class Test : std::uint8_t { Acyclic, Irreflexive, Empty };
enum class CheckRole : std::uint8_t {
  Axiom,           // executions that fail it do not exist
  Flag,            // executions that pass it are marked
  UndefinedUnless  // executions that fail it make the program undefined
};

struct Check {
  CheckRole role = CheckRole::Axiom;
  bool is_negated = false;
  Test test = Test::Acyclic;
  Expression expression;
  std::optional<Name> name;
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
};

struct Instruction {
  std::variant<Let, Check, Show, Unshow, Include, With, Procedure, Call> body;
  SourceRange range;
};

struct Ast {
  std::string title;  // empty where there is none
  std::vector<Instruction> instructions;
};

}  // namespace drover::cat
