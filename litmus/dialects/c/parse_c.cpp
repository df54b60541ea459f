#include "litmus/dialects/c/parse_c.h"

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

#include "LitmusCLexer.h"
#include "LitmusCParser.h"
#include "frontend/antlr_section.h"
#include "litmus/dialects/recovery.h"
#include "semantics/program/program_printer.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::litmus {

namespace {

using drover_grammar::LitmusCLexer;
using CGrammar = drover_grammar::LitmusCParser;
using CParser = SectionParser<LitmusCLexer, CGrammar, CRecovery>;

using namespace c;

template <typename Node>
ExpressionPtr make_expression(Node node, SourceRange range) {
  return std::make_unique<Expression>(Expression{std::move(node), range});
}

template <typename Node>
StatementPtr make_statement(Node node, SourceRange range) {
  return std::make_unique<Statement>(Statement{std::move(node), range});
}

constexpr std::array BinaryOperators{
    Operator::Multiply,  Operator::Divide,    Operator::Remainder,    Operator::Add,
    Operator::Subtract,  Operator::ShiftLeft, Operator::ShiftRight,   Operator::Less,
    Operator::LessEqual, Operator::Greater,   Operator::GreaterEqual, Operator::Equal,
    Operator::NotEqual,  Operator::BitAnd,    Operator::BitXor,       Operator::BitOr,
    Operator::And,       Operator::Or};

Operator binary_operator(std::string_view text) {
  const auto* found = std::ranges::find(BinaryOperators, text, symbol_of);
  DROVER_CHECK(found != BinaryOperators.end(), "the grammar has no other binary operator");
  return *found;
}

// Returns the operator of `+=` or `++`.
Operator operator_of_assignment(const std::string& text) {
  return binary_operator(std::string_view(text).substr(0, text.size() - 1));
}

bool is_known_to_herd(Operator op) {
  return op != Operator::Remainder && op != Operator::ShiftLeft && op != Operator::ShiftRight &&
         op != Operator::And && op != Operator::Or;
}

bool is_bit_operator(Operator op) {
  return op == Operator::BitAnd || op == Operator::BitXor || op == Operator::BitOr;
}

// Marks `continue` and `break` as variables, as herd does, if they are not a statement.
void mark_variables(const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t type = tokens[i]->getType();
    if (type != CGrammar::CONTINUE && type != CGrammar::BREAK) continue;
    const bool is_statement =
        i + 1 == tokens.size() || tokens[i + 1]->getType() == CGrammar::SEMICOLON;
    auto* token = dynamic_cast<antlr4::CommonToken*>(tokens[i]);
    if (!is_statement && token != nullptr) token->setType(CGrammar::ID);
  }
}

// Converts ANTLR's tree to ours. A short-lived worker.
class CBuilder {
 public:
  CBuilder(const CParser& parser, Strictness strictness, DiagnosticSink& sink)
      : parser_(parser), offsets_(parser.offsets()), strictness_(strictness), sink_(sink) {}

  Program build(CGrammar::ProgramContext& tree) {
    Program program;
    // Tokens outside all threads: the end of a thread, or an unrecognised thread.
    const bool has_stray = std::ranges::any_of(tree.children, [](antlr4::tree::ParseTree* child) {
      return dynamic_cast<antlr4::tree::ErrorNode*>(child) != nullptr;
    });
    program.is_whole = !has_stray && tree.exception == nullptr;
    for (CGrammar::ThreadContext* each : tree.thread()) {
      if (parser_.is_intact(*each)) {
        program.threads.push_back(thread(*each));
      } else {
        lost_thread(*each, program);
      }
    }
    if (has_stray) {
      for (c::Thread& each : program.threads) each.is_lost = true;
    }
    return program;
  }

 private:
  // Reports a construct that herd rejects, if strictness requires herd's language.
  void beyond_herd(const std::string& what, SourceRange range) {
    if (strictness_ == Strictness::Herd) {
      sink_.report(DiagnosticKind::LitmusBeyondHerd, range, {what});
    }
  }

  void lost_thread(CGrammar::ThreadContext& tree, Program& program) {
    std::optional<std::uint32_t> number;
    if (tree.ID() != nullptr) number = thread_number(tree.ID()->getText());
    if (!number) {
      program.is_whole = false;
      return;
    }
    c::Thread out;
    out.number = *number;
    out.range = offsets_.range(*tree.ID()->getSymbol());
    out.is_lost = true;
    program.threads.push_back(std::move(out));
  }

  c::Thread thread(CGrammar::ThreadContext& tree) {
    c::Thread out;
    out.range = offsets_.range(*tree.ID()->getSymbol());
    const std::string name = tree.ID()->getText();
    if (const std::optional<std::uint32_t> number = thread_number(name)) {
      out.number = *number;
    } else {
      sink_.report(DiagnosticKind::LitmusThreadName, out.range, {name});
    }
    for (CGrammar::ParameterContext* each : tree.parameter()) {
      out.parameters.push_back(
          {each->ID()->getText(), !each->STAR().empty(), offsets_.range(*each->ID()->getSymbol())});
    }
    out.body = block(*tree.block());
    return out;
  }

  Block block(CGrammar::BlockContext& tree) {
    Block out;
    if (tree.statement().empty()) beyond_herd("an empty block", offsets_.range(tree));
    for (CGrammar::StatementContext* each : tree.statement()) statement(*each, out.statements);
    return out;
  }

  // Returns a statement as one tree.
  StatementPtr body(CGrammar::StatementContext& tree) {
    Block out;
    statement(tree, out.statements);
    if (out.statements.size() == 1) return std::move(out.statements.front());
    return make_statement(std::move(out), offsets_.range(tree));
  }

  // Adds a statement. A declaration may be several statements, an empty statement is none.
  void statement(CGrammar::StatementContext& tree, std::vector<StatementPtr>& out) {
    const SourceRange range = offsets_.range(tree);
    const auto add = [&](auto node) { out.push_back(make_statement(std::move(node), range)); };
    match(
        tree, [&](CGrammar::BlockStatementContext& inner) { add(block(*inner.block())); },
        [&](CGrammar::EmptyStatementContext& /*nothing*/) { beyond_herd("`;` alone", range); },
        [&](CGrammar::IfStatementContext& choice) { out.push_back(if_statement(choice, range)); },
        [&](CGrammar::DeclarationStatementContext& declared) {
          declaration(*declared.declaration(), out);
        },
        [&](CGrammar::ActionStatementContext& act) { out.push_back(action(*act.action())); },
        [&](CGrammar::WhileStatementContext& loop) {
          add(Loop{"while", nullptr, expression(*loop.expression()), nullptr,
                   body(*loop.statement())});
        },
        [&](CGrammar::DoStatementContext& loop) {
          beyond_herd("`do`", range);
          add(Loop{"do", nullptr, expression(*loop.expression()), nullptr,
                   body(*loop.statement())});
        },
        [&](CGrammar::ForStatementContext& loop) { add(for_loop(loop, range)); },
        [&](CGrammar::BreakStatementContext& /*jump*/) { add(Break{}); },
        [&](CGrammar::ContinueStatementContext& /*jump*/) { add(Continue{}); },
        [&](CGrammar::ReturnStatementContext& back) {
          Return result;
          if (back.expression() != nullptr) result.value = expression(*back.expression());
          add(std::move(result));
        });
  }

  StatementPtr if_statement(CGrammar::IfStatementContext& tree, SourceRange range) {
    If out{expression(*tree.expression()), body(*tree.statement(0)), nullptr};
    if (tree.ELSE() != nullptr) out.if_false = body(*tree.statement(1));
    return make_statement(std::move(out), range);
  }

  Loop for_loop(CGrammar::ForStatementContext& tree, SourceRange range) {
    beyond_herd("`for`", range);
    Loop out{"for", nullptr, nullptr, nullptr, nullptr};
    if (CGrammar::ForStartContext* start = tree.forStart()) {
      Block first;
      if (start->declaration() != nullptr) {
        declaration(*start->declaration(), first.statements);
      } else {
        first.statements.push_back(action(*start->action()));
      }
      out.start = make_statement(std::move(first), offsets_.range(*start));
    }
    if (tree.expression() != nullptr) out.condition = expression(*tree.expression());
    if (tree.action() != nullptr) out.step = action(*tree.action());
    out.body = body(*tree.statement());
    return out;
  }

  void declaration(CGrammar::DeclarationContext& tree, std::vector<StatementPtr>& out) {
    if (tree.declarator().size() > 1) {
      beyond_herd("a declaration of several variables", offsets_.range(tree));
    }
    for (CGrammar::DeclaratorContext* each : tree.declarator()) {
      const SourceRange range = offsets_.range(*each);
      if (each->LBRACKET() != nullptr) {
        sink_.report(DiagnosticKind::LitmusUnsupported, range, {"a local array"})
            .with_hint("declare it in the init section: `{ int a[2]; }`");
        continue;
      }
      std::string type = tree.type()->getText();
      type.append(each->STAR().size(), '*');
      Declaration declared{std::move(type), each->ID()->getText(), nullptr};
      if (each->ASSIGN() != nullptr) declared.value = expression(*each->expression().back());
      out.push_back(make_statement(std::move(declared), range));
    }
  }

  StatementPtr action(CGrammar::ActionContext& tree) {
    const SourceRange range = offsets_.range(tree);
    if (auto* assign = exactly<CGrammar::AssignmentContext>(tree)) {
      Assignment out{expression(*assign->expression(0)), expression(*assign->expression(1))};
      out.is_compound = assign->op->getType() != CGrammar::ASSIGN;
      if (out.is_compound) {
        beyond_herd(format("`{}`", assign->op->getText()), range);
        out.op = operator_of_assignment(assign->op->getText());
      }
      return make_statement(std::move(out), range);
    }
    if (auto* step = exactly<CGrammar::StepContext>(tree)) {
      beyond_herd(format("`{}`", step->op->getText()), range);
      return make_statement(
          Assignment{expression(*step->expression()), make_expression(Number{1}, range), true,
                     operator_of_assignment(step->op->getText())},
          range);
    }
    auto* effect = exactly<CGrammar::EffectContext>(tree);
    DROVER_CHECK(effect != nullptr, "the grammar has no other action");
    return make_statement(Effect{expression(*effect->expression())}, range);
  }

  ExpressionPtr expression(CGrammar::ExpressionContext& tree) {
    const SourceRange range = offsets_.range(tree);
    return match(
        tree, [&](CGrammar::ParenthesisContext& inner) { return expression(*inner.expression()); },
        [&](CGrammar::CastContext& cast) { return expression(*cast.expression()); },
        [&](CGrammar::IntegerContext& number) {
          const std::string text = number.getText();
          if (text.starts_with("0x") || text.starts_with("0X")) {
            beyond_herd("a hexadecimal number", range);
          }
          return make_expression(Number{parse_number(text, range, sink_).value_or(0)}, range);
        },
        [&](CGrammar::NameContext& name) {
          return make_expression(Name{name.ID()->getText()}, range);
        },
        [&](CGrammar::CallContext& call) { return call_expression(call, range); },
        [&](CGrammar::AnnotatedCallContext& call) {
          sink_.report(DiagnosticKind::LitmusUnsupported, range,
                       {format("`{}{{…}}`, a primitive of the Linux kernel model,",
                               call.ID().front()->getText())});
          return make_expression(Number{}, range);
        },
        [&](CGrammar::IndexContext& index) {
          beyond_herd("an array index", range);
          return make_expression(
              Index{expression(*index.expression(0)), expression(*index.expression(1))}, range);
        },
        [&](CGrammar::PrefixContext& prefix) { return unary(prefix, range); },
        [&](CGrammar::BinaryContext& pair) { return binary(pair, range); },
        [&](CGrammar::ConditionalContext& choice) {
          beyond_herd("`?:`", range);
          return make_expression(
              Conditional{expression(*choice.expression(0)), expression(*choice.expression(1)),
                          expression(*choice.expression(2))},
              range);
        });
  }

  ExpressionPtr call_expression(CGrammar::CallContext& tree, SourceRange range) {
    Call out{tree.ID()->getText(), {}};
    for (CGrammar::ExpressionContext* each : tree.arguments()->expression()) {
      out.arguments.push_back(expression(*each));
    }
    return make_expression(std::move(out), range);
  }

  ExpressionPtr unary(CGrammar::PrefixContext& tree, SourceRange range) {
    ExpressionPtr operand = expression(*tree.expression());
    switch (tree.op->getType()) {
      case CGrammar::STAR: return make_expression(Dereference{std::move(operand)}, range);
      case CGrammar::PLUS: beyond_herd("unary `+`", range); return operand;
      case CGrammar::AMPERSAND:
        beyond_herd("`&`", range);
        return make_expression(AddressOf{std::move(operand)}, range);
      case CGrammar::NOT:
        beyond_herd("`!`", range);
        return make_expression(Unary{Operator::Not, std::move(operand)}, range);
      case CGrammar::COMPLEMENT:
        beyond_herd("`~`", range);
        return make_expression(Unary{Operator::Complement, std::move(operand)}, range);
      default: break;
    }
    // herd's lexer reads `-1` as one number.
    if (auto* number = std::get_if<Number>(&operand->node)) {
      return make_expression(
          Number{static_cast<Value>(0 - static_cast<std::uint64_t>(number->value))}, range);
    }
    beyond_herd("unary `-`", range);
    return make_expression(Unary{Operator::Negate, std::move(operand)}, range);
  }

  ExpressionPtr binary(CGrammar::BinaryContext& tree, SourceRange range) {
    const Operator op = binary_operator(tree.op->getText());
    if (!is_known_to_herd(op)) beyond_herd(format("`{}`", tree.op->getText()), range);
    check_bit_operators(tree, op, range);
    return make_expression(
        Binary{op, expression(*tree.expression(0)), expression(*tree.expression(1))}, range);
  }

  // C binds `&` tighter than `^`, and `^` tighter than `|`; herd has one level, from left to right.
  void check_bit_operators(CGrammar::BinaryContext& tree, Operator op, SourceRange range) {
    if (!is_bit_operator(op)) return;
    auto* right = exactly<CGrammar::BinaryContext>(tree.expression(1));
    if (right == nullptr) return;
    const Operator inner = binary_operator(right->op->getText());
    if (!is_bit_operator(inner) || inner == op) return;
    sink_
        .report(strictness_ == Strictness::Herd ? DiagnosticKind::LitmusBeyondHerd
                                                : DiagnosticKind::LitmusMeaning,
                range,
                {strictness_ == Strictness::Herd
                     ? "a mix of `&`, `^` and `|` that C and herd read differently"
                     : "herd reads `&`, `^` and `|` from left to right; this is read as in C"})
        .with_hint("use parentheses");
  }

  const CParser& parser_;
  const SectionOffsets& offsets_;
  Strictness strictness_;
  DiagnosticSink& sink_;
};

}  // namespace

std::optional<c::Program> parse_c(const SourceBuffer& source, Section section,
                                  Strictness strictness, DiagnosticSink& sink) {
  try {
    CParser parser(source, section, sink);
    CGrammar::ProgramContext* tree = parser.parse(&CGrammar::program, mark_variables);
    if (tree == nullptr) return std::nullopt;
    return CBuilder(parser, strictness, sink).build(*tree);
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
    return std::nullopt;
  }
}

}  // namespace drover::litmus
