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
      out.parameters.push_back({each->name->getText(), !each->STAR().empty(),
                                offsets_.range(*each->name), each->type()->getText(),
                                each->space != nullptr ? each->space->getText() : ""});
    }
    if (tree.place() != nullptr) out.place = place(*tree.place());
    block(*tree.block(), out.body);
    return out;
  }

  std::vector<PlaceLevel> place(CGrammar::PlaceContext& tree) {
    std::vector<PlaceLevel> out;
    for (std::size_t i = 0; i < tree.INTEGER().size(); ++i) {
      const SourceRange range = offsets_.range(*tree.INTEGER(i)->getSymbol());
      const Value number = parse_number(tree.INTEGER(i)->getText(), range, sink_).value_or(0);
      constexpr Value LargestNumber = 1000;
      if (number > LargestNumber) {
        sink_.report(DiagnosticKind::LitmusOperands, range,
                     {format("the numbers of a place are 0 to {}", LargestNumber)});
        continue;
      }
      out.push_back({tree.ID(i)->getText(), static_cast<std::uint32_t>(number), range});
    }
    return out;
  }

  void block(CGrammar::BlockContext& tree, std::vector<Statement>& out) {
    if (tree.statement().empty()) beyond_herd("an empty block", offsets_.range(tree));
    for (CGrammar::StatementContext* each : tree.statement()) statement(*each, out);
  }

  // Adds a statement: several for a block or a declaration, none for an empty statement.
  void statement(CGrammar::StatementContext& tree, std::vector<Statement>& out) {
    const SourceRange range = offsets_.range(tree);
    const auto add = [&](StatementKind kind) -> Statement& {
      return out.emplace_back(Statement{.kind = kind, .range = range});
    };
    const auto loop = [&](std::string word, CGrammar::ExpressionContext* condition,
                          CGrammar::StatementContext& body) {
      Statement made{.kind = StatementKind::Loop, .range = range, .name = std::move(word)};
      if (condition != nullptr) made.values.push_back(expression(*condition));
      statement(body, made.body);
      return made;
    };
    match(
        tree, [&](CGrammar::BlockStatementContext& inner) { block(*inner.block(), out); },
        [&](CGrammar::EmptyStatementContext& /*nothing*/) { beyond_herd("`;` alone", range); },
        [&](CGrammar::IfStatementContext& choice) {
          Statement made{.kind = StatementKind::If, .range = range};
          made.values.push_back(expression(*choice.expression()));
          statement(*choice.statement(0), made.body);
          if (choice.ELSE() != nullptr) statement(*choice.statement(1), made.otherwise);
          out.push_back(std::move(made));
        },
        [&](CGrammar::LabelledStatementContext& labelled) {
          const std::size_t first = out.size();
          statement(*labelled.statement(), out);
          if (out.size() == first + 1 && out.back().kind == StatementKind::Effect) {
            out.back().label = labelled.ID()->getText();
          } else {
            sink_.report(DiagnosticKind::LitmusUnsupported, range, {"a label"});
          }
        },
        [&](CGrammar::DeclarationStatementContext& declared) {
          declaration(*declared.declaration(), out);
        },
        [&](CGrammar::ActionStatementContext& act) { out.push_back(action(*act.action())); },
        [&](CGrammar::WhileStatementContext& given) {
          out.push_back(loop("while", given.expression(), *given.statement()));
        },
        [&](CGrammar::DoStatementContext& given) {
          beyond_herd("`do`", range);
          out.push_back(loop("do", given.expression(), *given.statement()));
        },
        [&](CGrammar::ForStatementContext& given) {
          beyond_herd("`for`", range);
          std::vector<Statement> start;
          if (CGrammar::ForStartContext* first = given.forStart()) {
            if (first->declaration() != nullptr) declaration(*first->declaration(), start);
            if (first->action() != nullptr) start.push_back(action(*first->action()));
          }
          Statement made = loop("for", given.expression(), *given.statement());
          made.start = std::move(start);
          if (given.action() != nullptr) made.step.push_back(action(*given.action()));
          out.push_back(std::move(made));
        },
        [&](CGrammar::BreakStatementContext& /*jump*/) { add(StatementKind::Break); },
        [&](CGrammar::ContinueStatementContext& /*jump*/) { add(StatementKind::Continue); },
        [&](CGrammar::ReturnStatementContext& back) {
          Statement& made = add(StatementKind::Return);
          if (back.expression() != nullptr) made.values.push_back(expression(*back.expression()));
        });
  }

  void declaration(CGrammar::DeclarationContext& tree, std::vector<Statement>& out) {
    if (tree.declarator().size() > 1) {
      beyond_herd("a declaration of several variables", offsets_.range(tree));
    }
    for (CGrammar::DeclaratorContext* each : tree.declarator()) {
      Statement made{.kind = StatementKind::Declaration,
                     .range = offsets_.range(*each),
                     .name = each->ID()->getText(),
                     .type = tree.type()->getText().append(each->STAR().size(), '*')};
      if (each->LBRACKET() != nullptr) {
        sink_.report(DiagnosticKind::LitmusUnsupported, made.range, {"a local array"})
            .with_hint("declare it in the init section: `{ int a[2]; }`");
        continue;
      }
      if (each->ASSIGN() != nullptr) made.values.push_back(expression(*each->expression().back()));
      out.push_back(std::move(made));
    }
  }

  Statement action(CGrammar::ActionContext& tree) {
    Statement out{.kind = StatementKind::Assignment, .range = offsets_.range(tree)};
    const auto compound = [&](const std::string& text) {
      beyond_herd(format("`{}`", text), out.range);
      out.op = operator_of_assignment(text);
    };
    match(
        tree,
        [&](CGrammar::AssignmentContext& assign) {
          out.values = expressions(assign.expression());
          if (assign.op->getType() != CGrammar::ASSIGN) compound(assign.op->getText());
        },
        [&](CGrammar::StepContext& step) {
          out.values = {expression(*step.expression()),
                        Expression{.range = out.range, .number = 1}};
          compound(step.op->getText());
        },
        [&](CGrammar::EffectContext& effect) {
          out.kind = StatementKind::Effect;
          out.values = {expression(*effect.expression())};
        });
    return out;
  }

  std::vector<Expression> expressions(const std::vector<CGrammar::ExpressionContext*>& trees) {
    std::vector<Expression> out;
    for (CGrammar::ExpressionContext* each : trees) out.push_back(expression(*each));
    return out;
  }

  Expression expression(CGrammar::ExpressionContext& tree) {
    Expression out{.range = offsets_.range(tree)};
    const auto be = [&](ExpressionKind kind, std::vector<Expression> operands) {
      out.kind = kind;
      out.operands = std::move(operands);
    };
    match(
        tree, [&](CGrammar::ParenthesisContext& inner) { out = expression(*inner.expression()); },
        [&](CGrammar::CastContext& cast) { out = expression(*cast.expression()); },
        [&](CGrammar::IntegerContext& number) {
          const std::string text = number.getText();
          if (text.starts_with("0x") || text.starts_with("0X")) {
            beyond_herd("a hexadecimal number", out.range);
          }
          out.number = parse_number(text, out.range, sink_).value_or(0);
        },
        [&](CGrammar::NameContext& name) {
          out.kind = ExpressionKind::Name;
          out.name = name.ID()->getText();
        },
        [&](CGrammar::CallContext& call) {
          out.name = call.ID()->getText();
          be(ExpressionKind::Call, expressions(call.arguments()->expression()));
        },
        [&](CGrammar::AnnotatedCallContext& call) {
          sink_.report(DiagnosticKind::LitmusUnsupported, out.range,
                       {format("`{}{{…}}`, a primitive of the Linux kernel model,",
                               call.ID().front()->getText())});
        },
        [&](CGrammar::IndexContext& index) {
          beyond_herd("an array index", out.range);
          be(ExpressionKind::Index, expressions(index.expression()));
        },
        [&](CGrammar::PrefixContext& prefix) { unary(prefix, out); },
        [&](CGrammar::BinaryContext& pair) {
          out.op = binary_operator(pair.op->getText());
          if (!is_known_to_herd(out.op)) beyond_herd(format("`{}`", pair.op->getText()), out.range);
          check_bit_operators(pair, out.op, out.range);
          be(ExpressionKind::Binary, expressions(pair.expression()));
        },
        [&](CGrammar::ConditionalContext& choice) {
          beyond_herd("`?:`", out.range);
          be(ExpressionKind::Conditional, expressions(choice.expression()));
        });
    return out;
  }

  void unary(CGrammar::PrefixContext& tree, Expression& out) {
    Expression operand = expression(*tree.expression());
    const std::size_t op = tree.op->getType();
    // herd's lexer reads `-1` as one number.
    if (op == CGrammar::MINUS && operand.kind == ExpressionKind::Number) {
      out.number = static_cast<Value>(0 - static_cast<std::uint64_t>(operand.number));
      return;
    }
    if (op != CGrammar::STAR) {
      const std::string_view which = op == CGrammar::PLUS || op == CGrammar::MINUS ? "unary " : "";
      beyond_herd(format("{}`{}`", which, tree.op->getText()), out.range);
    }
    if (op == CGrammar::PLUS) {
      out = std::move(operand);
      return;
    }
    out.kind = op == CGrammar::STAR        ? ExpressionKind::Dereference
               : op == CGrammar::AMPERSAND ? ExpressionKind::AddressOf
                                           : ExpressionKind::Unary;
    out.op = op == CGrammar::NOT          ? Operator::Not
             : op == CGrammar::COMPLEMENT ? Operator::Complement
                                          : Operator::Negate;
    out.operands = {std::move(operand)};
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
