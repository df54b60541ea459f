#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/place.h"
#include "litmus/dialects/sections.h"
#include "litmus/dialects/strictness.h"
#include "semantics/program/expression.h"
#include "semantics/program/value.h"
#include "support/source_range.h"

// The syntax tree of a C litmus test's program.
namespace drover::litmus::c {

enum class ExpressionKind : std::uint8_t {
  Number,
  Name,
  Call,         // name(operands)
  Dereference,  // *operand, a non-atomic read if its value is used
  Index,        // `a[i]`: scaled by the size of an element, as in C
  AddressOf,    // `&x`, `&a[i]`, `&*p`
  Unary,
  Binary,
  Conditional,  // a ? b : c
  Register      // not parsed: the result of an earlier evaluation, in register `number`
};

struct Expression {
  ExpressionKind kind = ExpressionKind::Number;
  SourceRange range = {};
  std::string name = {};        // Name, Call
  Value number = 0;             // Number, Register
  Operator op = Operator::Add;  // Unary, Binary
  std::vector<Expression> operands = {};
};

enum class StatementKind : std::uint8_t {
  If,    // if (values[0]) body else otherwise
  Loop,  // while, do and for alike: start; while (values[0]) { body; step }
  Break,
  Continue,
  Return,       // values[0], if any
  Declaration,  // type name = values[0], if any
  Assignment,   // values[0] = values[1]; with an operator, values[0] op= values[1]
  Effect,       // values[0]
};

struct Statement {
  StatementKind kind = StatementKind::Effect;
  SourceRange range = {};
  std::string name = {};   // Declaration; of a loop, its word: "while", "do", "for"
  std::string type = {};   // as written, with its stars
  std::string label = {};  // Effect: of a barrier of OpenCL
  std::optional<Operator> op = {};
  std::vector<Expression> values = {};
  std::vector<Statement> start = {};
  std::vector<Statement> step = {};
  std::vector<Statement> body = {};
  std::vector<Statement> otherwise = {};
};

struct Parameter {
  std::string name;
  bool is_pointer = false;
  SourceRange range;
  std::string type = {};   // without stars
  std::string space = {};  // OpenCL: `global`, `local`, or empty
};

struct Thread {
  std::uint32_t number = 0;
  SourceRange range;              // of its name
  std::vector<PlaceLevel> place;  // OpenCL
  std::vector<Parameter> parameters;
  std::vector<Statement> body;
  bool is_lost = false;  // syntax errors: only number and range are known
};

struct Program {
  std::vector<Thread> threads;
  bool is_whole = true;  // no thread is missing
};

}  // namespace drover::litmus::c

namespace drover::litmus {

// Parses the program of a C litmus test as far as possible. Reports all errors. Threads with syntax
// errors are lost; the others are checked further. Throws nothing.
[[nodiscard]] std::optional<c::Program> parse_c(const SourceBuffer& source, Section section,
                                                Strictness strictness, DiagnosticSink& sink);

}  // namespace drover::litmus
