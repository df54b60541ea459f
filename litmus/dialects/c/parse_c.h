#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "litmus/dialects/sections.h"
#include "litmus/dialects/strictness.h"
#include "semantics/program/expression.h"
#include "semantics/program/value.h"
#include "support/overloaded.h"
#include "support/source_range.h"

// The syntax tree of a C litmus test's program.
namespace drover::litmus::c {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Number {
  Value value = 0;
};
struct Name {
  std::string name;
};
// `f(a, b)`
struct Call {
  std::string function;
  std::vector<ExpressionPtr> arguments;
};
// `*p`, a non-atomic read if its value is used
struct Dereference {
  ExpressionPtr pointer;
};
// `a[i]`: scaled by the size of an element, as in C
struct Index {
  ExpressionPtr array;
  ExpressionPtr index;
};
// `&x`, `&a[i]`, `&*p`
struct AddressOf {
  ExpressionPtr operand;
};
struct Unary {
  Operator op = Operator::Negate;
  ExpressionPtr operand;
};
struct Binary {
  Operator op = Operator::Add;
  ExpressionPtr left;
  ExpressionPtr right;
};
struct Conditional {
  ExpressionPtr condition;
  ExpressionPtr if_true;
  ExpressionPtr if_false;
};

struct Expression {
  std::variant<Number, Name, Call, Dereference, Index, AddressOf, Unary, Binary, Conditional> node;
  SourceRange range;
};

// Calls `visit` with each operand of an expression.
template <typename Visit>
void for_each_operand(const Expression& expression, const Visit& visit) {
  std::visit(overloaded{
                 [&](const Call& n) {
                   for (const ExpressionPtr& each : n.arguments) visit(*each);
                 },
                 [&](const Dereference& n) { visit(*n.pointer); },
                 [&](const Index& n) {
                   visit(*n.array);
                   visit(*n.index);
                 },
                 [&](const AddressOf& n) { visit(*n.operand); },
                 [&](const Unary& n) { visit(*n.operand); },
                 [&](const Binary& n) {
                   visit(*n.left);
                   visit(*n.right);
                 },
                 [&](const Conditional& n) {
                   visit(*n.condition);
                   visit(*n.if_true);
                   visit(*n.if_false);
                 },
                 [](const auto& /*a leaf*/) {},
             },
             expression.node);
}

struct Statement;
using StatementPtr = std::unique_ptr<Statement>;

struct Block {
  std::vector<StatementPtr> statements;
};
struct If {
  ExpressionPtr condition;
  StatementPtr if_true;
  StatementPtr if_false;  // may be null
};
// while, do and for alike: [start]; while ([condition]) { body; step }
struct Loop {
  std::string word;  // "while", "do", "for"
  StatementPtr start;
  ExpressionPtr condition;  // may be null
  StatementPtr step;
  StatementPtr body;
};
struct Break {};
struct Continue {};
struct Return {
  ExpressionPtr value;
};
struct Declaration {
  std::string type;  // as written, with its stars
  std::string name;
  ExpressionPtr value;  // may be null
};
// `place = value`; with an operator, `place op= value`
struct Assignment {
  ExpressionPtr place;
  ExpressionPtr value;
  bool is_compound = false;
  Operator op = Operator::Add;
};
struct Effect {
  ExpressionPtr expression;
};

struct Statement {
  std::variant<Block, If, Loop, Break, Continue, Return, Declaration, Assignment, Effect> node;
  SourceRange range;
};

struct Parameter {
  std::string name;
  bool is_pointer = false;
  SourceRange range;
};

struct Thread {
  std::uint32_t number = 0;
  SourceRange range;  // of its name
  std::vector<Parameter> parameters;
  Block body;
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
