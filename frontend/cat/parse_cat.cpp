#include "frontend/cat/parse_cat.h"

#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include "CatLexer.h"
#include "CatParser.h"
#include "frontend/antlr_section.h"
#include "frontend/syntax_recovery.h"
#include "support/check.h"
#include "support/format.h"

namespace drover::cat {

namespace {

using drover_grammar::CatLexer;
using Parser = drover_grammar::CatParser;

bool begins_instruction(std::size_t type) {
  switch (type) {
    case Parser::LET_WORD:
    case Parser::FLAG_WORD:
    case Parser::UNDEFINED_UNLESS_WORD:
    case Parser::ACYCLIC_WORD:
    case Parser::IRREFLEXIVE_WORD:
    case Parser::EMPTY_WORD:
    case Parser::SHOW_WORD:
    case Parser::UNSHOW_WORD:
    case Parser::INCLUDE_WORD:
    case Parser::PROCEDURE_WORD:
    case Parser::CALL_WORD: return true;
    default: return false;
  }
}

// Goes on behind a syntax error with the next instruction that begins a line.
class CatRecovery : public SyntaxRecovery {
 protected:
  bool resume(antlr4::Parser& parser) final {
    switch (parser.getContext()->getRuleIndex()) {
      case Parser::RuleInstruction:
      case Parser::RuleTitle: skip_to_instruction(parser); return true;
      case Parser::RuleModel: return true;
      default: return false;
    }
  }
  bool resume_list(antlr4::Parser& parser) final {
    if (parser.getContext()->getRuleIndex() != Parser::RuleModel) return false;
    skip_to_instruction(parser);
    return true;
  }

 private:
  void skip_to_instruction(antlr4::Parser& parser) {
    // At least one token, so that reading ends.
    if (!is_at_end(parser) && !(begins_instruction(peek(parser)) && has_begun(parser))) {
      parser.consume();
    }
    while (!is_at_end(parser) && !(begins_instruction(peek(parser)) && is_first_in_line(parser))) {
      parser.consume();
    }
    if (!is_at_end(parser)) start_afresh(parser);
  }
};

// An argument stands on the line of its function: a name that begins a line where an expression may
// have ended is more likely a misspelt instruction, and gets a type that no rule takes.
void mark_names_at_line_starts(const Tokens& tokens) {
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i]->getType() != Parser::ID || tokens[i]->getLine() == tokens[i - 1]->getLine()) {
      continue;
    }
    switch (tokens[i - 1]->getType()) {
      case Parser::ID:
      case Parser::STRAY_ID:
      case Parser::ZERO:
      case Parser::UNDERSCORE:
      case Parser::STRING:
      case Parser::RPAREN:
      case Parser::RBRACKET:
      case Parser::RBRACE:
      case Parser::OPTIONAL:
      case Parser::INVERSE:
        dynamic_cast<antlr4::WritableToken&>(*tokens[i]).setType(Parser::STRAY_ID);
        break;
      default: break;
    }
  }
}

// The parser is recursive: inside one instruction, only as many `let`, `fun` and `try` are read as
// are surely not too deep.
void mark_deep_words(const Tokens& tokens) {
  std::size_t inner = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t type = tokens[i]->getType();
    const bool is_word =
        type == Parser::LET_WORD || type == Parser::FUN_WORD || type == Parser::TRY_WORD;
    if (!is_word) continue;
    const std::size_t before = i == 0 ? antlr4::Token::EOF : tokens[i - 1]->getType();
    switch (before) {
      case Parser::ASSIGN:
      case Parser::ARROW:
      case Parser::LPAREN:
      case Parser::LBRACKET:
      case Parser::COMMA:
      case Parser::IN_WORD:
      case Parser::TRY_WORD:
      case Parser::WITH_WORD:
      case Parser::SEQUENCE:
      case Parser::BAR:
      case Parser::AMPERSAND:
      case Parser::BACKSLASH:
      case Parser::PLUSPLUS:
      case Parser::STAR:
      case Parser::PLUS:
      case Parser::TILDE: ++inner; break;
      default: inner = 0; break;
    }
    if (inner > MaxNesting) {
      dynamic_cast<antlr4::WritableToken&>(*tokens[i]).setType(Parser::STRAY_ID);
    }
  }
}

void mark(const Tokens& tokens) {
  mark_names_at_line_starts(tokens);
  mark_deep_words(tokens);
}

using ModelParser = SectionParser<CatLexer, Parser, CatRecovery>;

// Turns ANTLR's tree into ours. A short-lived worker: holds references.
class AstBuilder {
 public:
  explicit AstBuilder(const ModelParser& parser) : parser_(parser), offsets_(parser.offsets()) {}

  Ast build(Parser::ModelContext& tree) {
    Ast ast;
    if (tree.title() != nullptr && parser_.is_intact(*tree.title())) {
      auto* string = tree.title()->STRING();
      ast.title = string != nullptr ? unquoted(*string).text : tree.title()->ID()->getText();
    }
    ast.instructions = instructions(tree.instruction());
    return ast;
  }

 private:
  std::vector<Instruction> instructions(const std::vector<Parser::InstructionContext*>& trees) {
    std::vector<Instruction> out;
    for (Parser::InstructionContext* each : trees) {
      if (parser_.is_intact(*each)) out.push_back({instruction(*each), offsets_.range(*each)});
    }
    return out;
  }

  decltype(Instruction::body) instruction(Parser::InstructionContext& tree) {
    if (auto* let = dynamic_cast<Parser::LetInstructionContext*>(&tree)) {
      return Let{let->REC_WORD() != nullptr, bindings(let->binding())};
    }
    if (auto* given = dynamic_cast<Parser::CheckInstructionContext*>(&tree)) return check(*given);
    if (auto* show = dynamic_cast<Parser::ShowInstructionContext*>(&tree)) {
      Show out;
      for (Parser::ShownContext* each : show->shown()) {
        out.relations.push_back({expression(*each->expression()), optional_name(each->ID())});
      }
      return out;
    }
    if (auto* unshow = dynamic_cast<Parser::UnshowInstructionContext*>(&tree)) {
      return Unshow{names(unshow->ID())};
    }
    if (auto* include = dynamic_cast<Parser::IncludeInstructionContext*>(&tree)) {
      return Include{unquoted(*include->STRING())};
    }
    if (auto* with = dynamic_cast<Parser::WithInstructionContext*>(&tree)) {
      return With{name(*with->ID()), expression(*with->expression())};
    }
    if (auto* procedure = dynamic_cast<Parser::ProcedureInstructionContext*>(&tree)) {
      return Procedure{name(*procedure->ID()), names(procedure->parameters()->ID()),
                       instructions(procedure->instruction())};
    }
    if (auto* call = dynamic_cast<Parser::CallInstructionContext*>(&tree)) {
      return Call{name(*call->ID()), arguments(*call->argument())};
    }
    DROVER_UNREACHABLE("the grammar has no other instruction");
  }

  Check check(Parser::CheckInstructionContext& tree) {
    Check out;
    if (tree.FLAG_WORD() != nullptr) out.role = CheckRole::Flag;
    if (tree.UNDEFINED_UNLESS_WORD() != nullptr) out.role = CheckRole::UndefinedUnless;
    out.is_negated = tree.TILDE() != nullptr;
    if (tree.IRREFLEXIVE_WORD() != nullptr) out.test = Test::Irreflexive;
    if (tree.EMPTY_WORD() != nullptr) out.test = Test::Empty;
    out.expression = expression(*tree.expression());
    out.name = optional_name(tree.ID());
    return out;
  }

  std::vector<Binding> bindings(const std::vector<Parser::BindingContext*>& trees) {
    std::vector<Binding> out;
    for (Parser::BindingContext* each : trees) {
      Binding binding{name(*each->ID()), std::nullopt, expression(*each->expression())};
      if (each->parameters() != nullptr) binding.parameters = names(each->parameters()->ID());
      out.push_back(std::move(binding));
    }
    return out;
  }

  std::vector<Expression> arguments(Parser::ArgumentContext& tree) {
    std::vector<Expression> out;
    if (tree.ID() != nullptr) {
      out.push_back(make(ExpressionKind::Name, tree));
      out.back().name = name(*tree.ID());
    }
    for (Parser::ExpressionContext* each : tree.expression()) out.push_back(expression(*each));
    return out;
  }

  Expression expression(Parser::ExpressionContext& tree) {
    if (auto* inner = dynamic_cast<Parser::ParenthesisContext*>(&tree)) {
      return expression(*inner->expression());
    }
    if (auto* named = dynamic_cast<Parser::NameContext*>(&tree)) {
      Expression out = make(ExpressionKind::Name, tree);
      out.name = name(*named->ID());
      return out;
    }
    if (auto* applied = dynamic_cast<Parser::ApplicationContext*>(&tree)) {
      Expression out = make(ExpressionKind::Application, tree);
      out.name = name(*applied->ID());
      out.operands = arguments(*applied->argument());
      return out;
    }
    if (auto* let = dynamic_cast<Parser::LetExpressionContext*>(&tree)) {
      Expression out = make(ExpressionKind::Let, tree);
      out.is_recursive = let->REC_WORD() != nullptr;
      out.bindings = bindings(let->binding());
      out.operands.push_back(expression(*let->expression()));
      return out;
    }
    if (auto* function = dynamic_cast<Parser::FunctionContext*>(&tree)) {
      Expression out = make(ExpressionKind::Function, tree);
      out.parameters = names(function->parameters()->ID());
      out.operands.push_back(expression(*function->expression()));
      return out;
    }
    Expression out = make(operator_kind(tree), tree);
    for (antlr4::tree::ParseTree* child : tree.children) {
      if (auto* operand = dynamic_cast<Parser::ExpressionContext*>(child)) {
        out.operands.push_back(expression(*operand));
      }
    }
    return out;
  }

  static ExpressionKind operator_kind(Parser::ExpressionContext& tree) {
    const auto is = [&]<typename Context>() { return dynamic_cast<Context*>(&tree) != nullptr; };
    if (is.template operator()<Parser::EmptyRelationContext>()) return ExpressionKind::Empty;
    if (is.template operator()<Parser::EmptySetContext>()) return ExpressionKind::Empty;
    if (is.template operator()<Parser::EverythingContext>()) return ExpressionKind::Everything;
    if (is.template operator()<Parser::IdentityContext>()) return ExpressionKind::Identity;
    if (is.template operator()<Parser::ComplementContext>()) return ExpressionKind::Complement;
    if (is.template operator()<Parser::ProductContext>()) return ExpressionKind::Product;
    if (is.template operator()<Parser::IntersectionContext>()) return ExpressionKind::Intersection;
    if (is.template operator()<Parser::DifferenceContext>()) return ExpressionKind::Difference;
    if (is.template operator()<Parser::SequenceContext>()) return ExpressionKind::Sequence;
    if (is.template operator()<Parser::AdditionContext>()) return ExpressionKind::Addition;
    if (is.template operator()<Parser::UnionContext>()) return ExpressionKind::Union;
    if (is.template operator()<Parser::TryExpressionContext>()) return ExpressionKind::Try;
    auto& postfix = dynamic_cast<Parser::PostfixContext&>(tree);
    switch (postfix.op->getType()) {
      case Parser::STAR:
      case Parser::HAT_STAR: return ExpressionKind::Star;
      case Parser::PLUS:
      case Parser::HAT_PLUS: return ExpressionKind::Plus;
      case Parser::OPTIONAL: return ExpressionKind::Optional;
      default: return ExpressionKind::Inverse;
    }
  }

  Expression make(ExpressionKind kind, antlr4::ParserRuleContext& tree) const {
    Expression out;
    out.kind = kind;
    out.range = offsets_.range(tree);
    return out;
  }
  Name name(antlr4::tree::TerminalNode& node) const {
    return {node.getText(), offsets_.range(*node.getSymbol())};
  }
  std::optional<Name> optional_name(antlr4::tree::TerminalNode* node) const {
    return node == nullptr ? std::nullopt : std::optional<Name>(name(*node));
  }
  std::vector<Name> names(const std::vector<antlr4::tree::TerminalNode*>& nodes) const {
    std::vector<Name> out;
    for (antlr4::tree::TerminalNode* node : nodes) out.push_back(name(*node));
    return out;
  }
  Name unquoted(antlr4::tree::TerminalNode& node) const {
    Name out = name(node);
    out.text = out.text.substr(1, out.text.size() - 2);
    return out;
  }

  const ModelParser& parser_;
  const SectionOffsets& offsets_;
};

// Comments nest. The lexer takes an inner one for text where the outer one would have no end.
bool check_comments(const SourceBuffer& source, DiagnosticSink& sink) {
  const std::string_view text = source.text();
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view two = text.substr(i, 2);
    if (two == "(*") {
      open.push_back(i++);
    } else if (!open.empty()) {
      if (two == "*)") {
        open.pop_back();
        ++i;
      }
    } else if (two == "//" || text[i] == '"') {
      const std::size_t end = text.find_first_of(text[i] == '"' ? "\"\n" : "\n", i + 1);
      if (end == std::string_view::npos) break;
      i = end;
    }
  }
  if (open.empty()) return true;
  sink.report(DiagnosticKind::LitmusOpenComment, source.range(open.front(), open.front() + 2),
              {"*)"});
  return false;
}

}  // namespace

std::optional<Ast> parse_cat(const SourceBuffer& source, DiagnosticSink& sink) {
  if (check_text(source, sink) == TextCheck::IsNotText) return std::nullopt;
  if (!check_comments(source, sink)) return std::nullopt;
  try {
    ModelParser parser(source, {0, source.text().size()}, sink);
    Parser::ModelContext* tree = parser.parse(&Parser::model, mark);
    if (tree == nullptr) return std::nullopt;
    return AstBuilder(parser).build(*tree);
  } catch (const std::exception& e) {
    // No exception is expected, but ANTLR reports by exceptions, and none may leave.
    sink.report(DiagnosticKind::UnexpectedToken, {}, {"input", format(" ({})", e.what())});
    return std::nullopt;
  }
}

}  // namespace drover::cat
