#include "frontend/cat/parse_cat.h"

#include <algorithm>
#include <array>
#include <exception>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "CatLexer.h"
#include "CatParser.h"
#include "frontend/antlr_section.h"
#include "frontend/suggestion.h"
#include "frontend/syntax_recovery.h"
#include "support/check.h"
#include "support/format.h"
#include "support/overloaded.h"

namespace drover::cat {

namespace {

using drover_grammar::CatLexer;
using Parser = drover_grammar::CatParser;

// The types of some tokens.
using TokenTypes = std::initializer_list<std::size_t>;

bool is_one_of(std::size_t type, TokenTypes types) {
  return std::ranges::find(types, type) != types.end();
}

bool begins_instruction(std::size_t type) {
  return is_one_of(
      type,
      {Parser::LET_WORD, Parser::FLAG_WORD, Parser::UNDEFINED_UNLESS_WORD, Parser::ACYCLIC_WORD,
       Parser::IRREFLEXIVE_WORD, Parser::EMPTY_WORD, Parser::SHOW_WORD, Parser::UNSHOW_WORD,
       Parser::INCLUDE_WORD, Parser::PROCEDURE_WORD, Parser::ASSERT_WORD, Parser::FORALL_WORD,
       Parser::ENUM_WORD, Parser::INSTRUCTIONS_WORD, Parser::DEBUG_WORD, Parser::CALL_WORD});
}

// Words after the title that set options of the model.
constexpr std::array<std::string_view, 7> OptionWords{
    "catdep", "withco", "withoutco", "withinit", "withoutinit", "withsc", "withoutsc"};

bool is_option(std::string_view word) {
  return std::ranges::find(OptionWords, word) != OptionWords.end();
}

const std::vector<std::string>& instruction_words() {
  static const std::vector<std::string> words{
      "let",  "flag",   "undefined_unless", "acyclic", "irreflexive", "empty",        "show",
      "call", "unshow", "include",          "with",    "procedure",   "instructions", "forall",
      "enum", "assert"};
  return words;
}

// Resumes after a syntax error at the next instruction at the start of a line.
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
    // Consumes at least one token, so that parsing terminates.
    if (!is_at_end(parser) && !(begins_instruction(peek(parser)) && has_begun(parser))) {
      parser.consume();
    }
    while (!is_at_end(parser) && !(begins_instruction(peek(parser)) && is_first_in_line(parser))) {
      parser.consume();
    }
    if (!is_at_end(parser)) start_afresh(parser);
  }
};

void set_type(antlr4::Token& token, std::size_t type) {
  dynamic_cast<antlr4::WritableToken&>(token).setType(type);
}

// An argument is on the line of its function. A name at the start of a line where an expression may
// have ended is more likely a misspelt instruction: it gets a type that no rule accepts.
void mark_names_at_line_starts(const Tokens& tokens) {
  bool is_title = true;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    is_title = is_title && (tokens[i - 1]->getType() == Parser::ID ||
                            tokens[i - 1]->getType() == Parser::STRING);
    if (is_title && is_option(tokens[i]->getText())) continue;
    if (tokens[i]->getType() != Parser::ID || tokens[i]->getLine() == tokens[i - 1]->getLine()) {
      continue;
    }
    if (is_one_of(tokens[i - 1]->getType(),
                  {Parser::ID, Parser::STRAY_ID, Parser::TAG, Parser::END_WORD, Parser::ZERO,
                   Parser::UNDERSCORE, Parser::STRING, Parser::RPAREN, Parser::RBRACKET,
                   Parser::RBRACE, Parser::OPTIONAL, Parser::INVERSE})) {
      set_type(*tokens[i], Parser::STRAY_ID);
    }
  }
}

// A title may have several words; but `acylic po` is a misspelt instruction.
void mark_misspelt_title(const Tokens& tokens) {
  if (tokens.size() < 2 || tokens[0]->getType() != Parser::ID) return;
  if (tokens[1]->getType() != Parser::ID || is_option(tokens[1]->getText())) return;
  if (did_you_mean(tokens[0]->getText(), instruction_words()).empty()) return;
  set_type(*tokens[0], Parser::STRAY_ID);
}

// True if a word after this token begins an expression, not an instruction.
bool is_inside_expression(std::size_t before) {
  return is_one_of(before,
                   {Parser::ASSIGN,     Parser::ARROW,     Parser::LPAREN,    Parser::LBRACKET,
                    Parser::LBRACE,     Parser::COMMA,     Parser::IN_WORD,   Parser::TRY_WORD,
                    Parser::WITH_WORD,  Parser::THEN_WORD, Parser::ELSE_WORD, Parser::BEGIN_WORD,
                    Parser::MATCH_WORD, Parser::IF_WORD,   Parser::NOT_WORD,  Parser::SEQUENCE,
                    Parser::BAR,        Parser::AMPERSAND, Parser::BACKSLASH, Parser::PLUSPLUS,
                    Parser::STAR,       Parser::PLUS,      Parser::TILDE});
}

// The parser is recursive: limits the `let`, `fun`, `if`, … inside one instruction, and the nesting
// of instructions.
void mark_deep_words(const Tokens& tokens) {
  std::size_t inner = 0;
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t before = i == 0 ? antlr4::Token::EOF : tokens[i - 1]->getType();
    switch (tokens[i]->getType()) {
      case Parser::END_WORD:
        if (blocks > 0) --blocks;
        continue;
      case Parser::PROCEDURE_WORD:
      case Parser::FORALL_WORD: ++blocks; break;
      case Parser::LET_WORD:
      case Parser::FUN_WORD:
      case Parser::TRY_WORD: inner = is_inside_expression(before) ? inner + 1 : 0; break;
      case Parser::BEGIN_WORD: ++inner; break;
      case Parser::NOT_WORD: inner = before == Parser::NOT_WORD ? inner + 1 : inner; break;
      case Parser::IF_WORD:
      case Parser::MATCH_WORD:
        // Possibly an instruction; after `->` or `else` it may be either.
        if (!is_inside_expression(before) || before == Parser::ARROW ||
            before == Parser::ELSE_WORD) {
          ++blocks;
        }
        inner = is_inside_expression(before) ? inner + 1 : 0;
        break;
      default: continue;
    }
    if (inner > MaxNesting || blocks > MaxNesting) {
      set_type(*tokens[i], Parser::STRAY_ID);
    }
  }
}

// True if a token after a star begins an operand. (`let`, `if` and `match` begin an instruction
// there.)
bool begins_operand(const Tokens& tokens, std::size_t at) {
  const std::size_t type = tokens[at]->getType();
  if (type != Parser::TILDE) {
    return is_one_of(type, {Parser::ID, Parser::TAG, Parser::ZERO, Parser::UNDERSCORE,
                            Parser::LBRACE, Parser::LPAREN, Parser::LBRACKET, Parser::BEGIN_WORD,
                            Parser::FUN_WORD, Parser::TRY_WORD});
  }
  const std::size_t next = at + 1 < tokens.size() ? tokens[at + 1]->getType() : Parser::EOF;
  return !is_one_of(next, {Parser::ACYCLIC_WORD, Parser::IRREFLEXIVE_WORD, Parser::EMPTY_WORD});
}

void mark_closures(const Tokens& tokens) {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i]->getType() != Parser::STAR) continue;
    if (i + 1 < tokens.size() && begins_operand(tokens, i + 1)) continue;
    set_type(*tokens[i], Parser::CLOSURE);
  }
}

void mark(const Tokens& tokens) {
  mark_misspelt_title(tokens);
  mark_names_at_line_starts(tokens);
  mark_deep_words(tokens);
  mark_closures(tokens);
}

// Infix operators, from the loosest to the tightest.
struct InfixOperator {
  std::size_t token;
  ExpressionKind kind;
};
constexpr std::array<InfixOperator, 6> InfixOperators{
    {{Parser::BAR, ExpressionKind::Union},
     {Parser::PLUSPLUS, ExpressionKind::Addition},
     {Parser::SEQUENCE, ExpressionKind::Sequence},
     {Parser::BACKSLASH, ExpressionKind::Difference},
     {Parser::AMPERSAND, ExpressionKind::Intersection},
     {Parser::STAR, ExpressionKind::Product}}};

std::size_t level_of(std::size_t token) {
  const auto* found = std::ranges::find(InfixOperators, token, &InfixOperator::token);
  return static_cast<std::size_t>(found - InfixOperators.begin());
}

ExpressionKind postfix_kind(std::size_t token) {
  switch (token) {
    case Parser::CLOSURE:
    case Parser::HAT_STAR: return ExpressionKind::Star;
    case Parser::PLUS:
    case Parser::HAT_PLUS: return ExpressionKind::Plus;
    case Parser::OPTIONAL: return ExpressionKind::Optional;
    default: return ExpressionKind::Inverse;
  }
}

using ModelParser = SectionParser<CatLexer, Parser, CatRecovery>;

// Makes something of each tree.
template <typename Tree, typename Make>
auto all(const std::vector<Tree*>& trees, const Make& make) {
  std::vector<decltype(make(*trees[0]))> out;
  out.reserve(trees.size());
  for (Tree* each : trees) out.push_back(make(*each));
  return out;
}

// Converts ANTLR's tree to ours. A short-lived worker: holds references.
class AstBuilder {
 public:
  explicit AstBuilder(const ModelParser& parser) : parser_(parser), offsets_(parser.offsets()) {}

  Ast build(Parser::ModelContext& tree) {
    Ast ast;
    if (tree.title() != nullptr && parser_.is_intact(*tree.title())) read_title(*tree.title(), ast);
    ast.instructions = instructions(tree.instruction());
    ast.variants = std::move(variants_);
    return ast;
  }

 private:
  // The first word may name an architecture; the others are the model's name.
  void read_title(Parser::TitleContext& tree, Ast& ast) const {
    for (antlr4::tree::ParseTree* child : tree.children) {
      auto& word = dynamic_cast<antlr4::tree::TerminalNode&>(*child);
      const bool is_string = word.getSymbol()->getType() == Parser::STRING;
      const Name text = is_string ? unquoted(word) : name(word);
      if (!is_string && is_option(text.text)) {
        ast.options.push_back(text);
        continue;
      }
      if (!is_string && ast.title.empty()) ast.architecture = text.text;
      const bool is_first_name = ast.title == ast.architecture && is_string;
      if (ast.title.empty() || is_first_name) {
        ast.title = text.text;
      } else {
        ast.title += " " + text.text;
      }
    }
  }

  std::vector<Instruction> instructions(const std::vector<Parser::InstructionContext*>& trees) {
    std::vector<Instruction> out;
    for (Parser::InstructionContext* each : trees) {
      if (parser_.is_intact(*each)) out.push_back({instruction(*each), offsets_.range(*each)});
    }
    return out;
  }
  std::vector<Instruction> block(Parser::BlockContext& tree) {
    return instructions(tree.instruction());
  }

  decltype(Instruction::body) instruction(Parser::InstructionContext& tree) {
    if (auto* let = dynamic_cast<Parser::LetInstructionContext*>(&tree)) {
      Let out{let->REC_WORD() != nullptr, bindings(let->binding()), std::nullopt};
      if (let->condition() != nullptr) out.when = condition(*let->condition());
      return out;
    }
    if (auto* given = dynamic_cast<Parser::CheckInstructionContext*>(&tree)) return check(*given);
    if (auto* show = dynamic_cast<Parser::ShowInstructionContext*>(&tree)) {
      return Show{all(show->shown(), [&](Parser::ShownContext& each) {
        return ShownRelation{expression(*each.expression()), optional_name(each.ID())};
      })};
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
      return Procedure{name(*procedure->ID()), parameters(*procedure->parameters()),
                       block(*procedure->block())};
    }
    return structured(tree);
  }

  // Builds instructions that contain instructions, and those of bell files.
  decltype(Instruction::body) structured(Parser::InstructionContext& tree) {
    if (auto* call = dynamic_cast<Parser::CallInstructionContext*>(&tree)) {
      const auto words = call->ID();
      return Call{name(*words[0]), arguments(*call->argument()->primary()),
                  optional_name(words.size() > 1 ? words[1] : nullptr)};
    }
    if (auto* all = dynamic_cast<Parser::ForallInstructionContext*>(&tree)) {
      return ForAll{name(*all->ID()), expression(*all->expression()), block(*all->block())};
    }
    if (auto* given = dynamic_cast<Parser::IfInstructionContext*>(&tree)) {
      Conditional out{guard(*given->guard()), block(*given->block()[0]), {}};
      if (given->block().size() > 1) out.otherwise = block(*given->block()[1]);
      return out;
    }
    if (auto* match = dynamic_cast<Parser::MatchInstructionContext*>(&tree)) {
      MatchBlock out{expression(*match->expression()), {}, {}};
      for (Parser::ClauseBlockContext* each : match->clauseBlock()) {
        out.patterns.push_back(pattern(*each->pattern()));
        out.blocks.push_back(block(*each->block()));
      }
      return out;
    }
    if (auto* enumeration = dynamic_cast<Parser::EnumInstructionContext*>(&tree)) {
      Enumeration out{name(*enumeration->ID()), names(enumeration->TAG())};
      for (Name& each : out.tags) each.text.erase(0, 1);
      return out;
    }
    return Declaration{};
  }

  Check check(Parser::CheckInstructionContext& tree) {
    Check out = condition(*tree.condition());
    if (tree.FLAG_WORD() != nullptr) out.role = CheckRole::Flag;
    if (tree.UNDEFINED_UNLESS_WORD() != nullptr) out.role = CheckRole::UndefinedUnless;
    if (tree.ASSERT_WORD() != nullptr) out.role = CheckRole::Assertion;
    return out;
  }

  Check condition(Parser::ConditionContext& tree) {
    Check out;
    out.is_negated = tree.TILDE() != nullptr;
    if (tree.IRREFLEXIVE_WORD() != nullptr) out.test = Test::Irreflexive;
    if (tree.EMPTY_WORD() != nullptr) out.test = Test::Empty;
    out.expression = expression(*tree.expression());
    out.name = optional_name(tree.ID());
    return out;
  }

  std::vector<Binding> bindings(const std::vector<Parser::BindingContext*>& trees) {
    return all(trees, [&](Parser::BindingContext& each) {
      Binding binding{name(*each.ID()[0]), names(each.ID()), std::nullopt, values(*each.values())};
      if (each.parameters() != nullptr) binding.parameters = parameters(*each.parameters());
      return binding;
    });
  }

  Expression values(Parser::ValuesContext& tree) {
    if (tree.expression().size() == 1) return expression(*tree.expression()[0]);
    Expression out = make(ExpressionKind::Tuple, tree);
    out.operands = expressions(tree.expression());
    return out;
  }

  std::vector<Name> parameters(Parser::ParametersContext& tree) const {
    return all(tree.parameter(), [&](Parser::ParameterContext& each) { return parameter(each); });
  }
  [[nodiscard]] Name parameter(Parser::ParameterContext& tree) const {
    return name(*(tree.ID() != nullptr ? tree.ID() : tree.UNDERSCORE()));
  }

  Guard guard(Parser::GuardContext& tree) {
    return joined(GuardKind::Or, all(tree.conjunction(), [&](auto& each) { return guard(each); }));
  }
  Guard guard(Parser::ConjunctionContext& tree) {
    return joined(GuardKind::And, all(tree.question(), [&](auto& each) { return guard(each); }));
  }
  // a && b && c is (a && b) && c.
  static Guard joined(GuardKind kind, std::vector<Guard> parts) {
    Guard out = std::move(parts.front());
    for (std::size_t i = 1; i < parts.size(); ++i) {
      Guard both;
      both.kind = kind;
      both.parts.push_back(std::move(out));
      both.parts.push_back(std::move(parts[i]));
      out = std::move(both);
    }
    return out;
  }
  Guard guard(Parser::QuestionContext& tree) {
    if (auto* inner = dynamic_cast<Parser::ParenthesisGuardContext*>(&tree)) {
      return guard(*inner->guard());
    }
    Guard out;
    if (auto* variant = dynamic_cast<Parser::VariantGuardContext*>(&tree)) {
      out.variant = unquoted(*variant->STRING());
      variants_.push_back(out.variant);
      return out;
    }
    if (auto* negated = dynamic_cast<Parser::NotGuardContext*>(&tree)) {
      out.kind = GuardKind::Not;
      out.parts.push_back(guard(*negated->question()));
      return out;
    }
    auto& comparison = dynamic_cast<Parser::ComparisonGuardContext&>(tree);
    switch (comparison.op->getType()) {
      case Parser::ASSIGN: out.kind = GuardKind::Equal; break;
      case Parser::SUBSET_WORD: out.kind = GuardKind::Subset; break;
      default: out.kind = GuardKind::Member; break;
    }
    out.operands = expressions(comparison.expression());
    return out;
  }

  Pattern pattern(Parser::PatternContext& tree) const {
    Pattern out;
    if (dynamic_cast<Parser::EmptyPatternContext*>(&tree) != nullptr) {
      out.kind = PatternKind::EmptySet;
    } else if (auto* tag = dynamic_cast<Parser::TagPatternContext*>(&tree)) {
      out.kind = PatternKind::Tag;
      out.element = name(*tag->TAG());
      out.element.text.erase(0, 1);
    } else if (auto* element = dynamic_cast<Parser::ElementPatternContext*>(&tree)) {
      out.kind = PatternKind::Element;
      out.element = parameter(*element->parameter()[0]);
      out.rest = parameter(*element->parameter()[1]);
    } else if (auto* split = dynamic_cast<Parser::SplitPatternContext*>(&tree)) {
      out.kind = PatternKind::Split;
      out.before = parameter(*split->parameter()[0]);
      out.element = parameter(*split->parameter()[1]);
      out.rest = parameter(*split->parameter()[2]);
    }
    return out;
  }

  // Returns the arguments after the name of a function.
  std::vector<Expression> arguments(Parser::PrimaryContext& tree) {
    auto* tuple = dynamic_cast<Parser::TupleContext*>(&tree);
    return tuple == nullptr ? std::vector{primary(tree)} : expressions(tuple->expression());
  }

  Expression primary(Parser::PrimaryContext& tree) {
    if (auto* begun = dynamic_cast<Parser::BegunContext*>(&tree)) {
      return expression(*begun->expression());
    }
    if (auto* tuple = dynamic_cast<Parser::TupleContext*>(&tree)) {
      if (tuple->expression().size() == 1) return expression(*tuple->expression()[0]);
      Expression out = make(ExpressionKind::Tuple, tree);
      out.operands = arguments(tree);
      return out;
    }
    if (auto* set = dynamic_cast<Parser::ExplicitSetContext*>(&tree)) {
      const bool is_empty = set->expression().empty();
      Expression out =
          make(is_empty ? ExpressionKind::EmptySet : ExpressionKind::ExplicitSet, tree);
      out.operands = expressions(set->expression());
      return out;
    }
    if (auto* named = dynamic_cast<Parser::NameContext*>(&tree)) {
      Expression out = make(ExpressionKind::Name, tree);
      out.name = name(*named->ID());
      return out;
    }
    if (auto* tag = dynamic_cast<Parser::TagContext*>(&tree)) {
      Expression out = make(ExpressionKind::Tag, tree);
      out.name = name(*tag->TAG());
      out.name.text.erase(0, 1);
      return out;
    }
    const bool is_all = dynamic_cast<Parser::EverythingContext*>(&tree) != nullptr;
    return make(is_all ? ExpressionKind::Everything : ExpressionKind::Empty, tree);
  }

  // f a b is (f a) b.
  Expression application(Parser::ApplicationContext& tree) {
    Expression out = primary(*tree.primary());
    const auto given = tree.argument();
    for (std::size_t i = 0; i < given.size(); ++i) {
      Expression applied = make(ExpressionKind::Application, tree);
      if (i == 0 && out.kind == ExpressionKind::Name) {
        applied.name = out.name;
        applied.operands = arguments(*given[i]->primary());
      } else {
        applied.kind = ExpressionKind::Apply;
        applied.operands.push_back(std::move(out));
        applied.operands.push_back(primary(*given[i]->primary()));
      }
      out = std::move(applied);
    }
    return out;
  }

  Expression match(Parser::MatchExpressionContext& tree) {
    Expression out = make(ExpressionKind::Match, tree);
    out.operands.push_back(expression(*tree.expression()));
    for (Parser::ClauseContext* each : tree.clause()) {
      out.patterns.push_back(pattern(*each->pattern()));
      out.operands.push_back(expression(*each->expression()));
    }
    return out;
  }

  // An expression and its range with the surrounding parentheses.
  struct Part {
    Expression expression;
    SourceRange range;
  };
  // Operands and the operators between them.
  struct Row {
    std::vector<Part> operands;
    std::vector<std::size_t> levels;  // indices into InfixOperators
    std::size_t next = 0;             // the next operand to take
  };

  Expression expression(Parser::ExpressionContext& tree) {
    Row row;
    for (Parser::ExpressionContext* at = &tree; at != nullptr;) at = add_operand(*at, row);
    return joined(row, 0).expression;
  }
  // Adds the first operand of a tree to a row. Returns the expression after the following operator;
  // null if there is none.
  Parser::ExpressionContext* add_operand(Parser::ExpressionContext& tree, Row& row) {
    if (tree.operand() == nullptr) {
      row.operands.push_back({long_expression(*tree.longExpression()), offsets_.range(tree)});
      return nullptr;
    }
    Parser::SuffixContext* suffix = tree.suffix();
    row.operands.push_back(with_postfixes(*tree.operand(), suffix));
    auto* infix = dynamic_cast<Parser::InfixContext*>(suffix);
    if (infix == nullptr) return nullptr;
    row.levels.push_back(level_of(infix->op->getType()));
    return infix->expression();
  }
  // Postfix operators bind tighter than complements. `suffix` becomes the rest after them.
  Part with_postfixes(Parser::OperandContext& tree, Parser::SuffixContext*& suffix) {
    if (auto* complement = dynamic_cast<Parser::ComplementContext*>(&tree)) {
      Part inner = with_postfixes(*complement->operand(), suffix);
      SourceRange range = offsets_.range(tree);
      range.end = inner.range.end;
      return of_one(ExpressionKind::Complement, std::move(inner), range);
    }
    Part out{operand(tree), offsets_.range(tree)};
    while (auto* postfix = dynamic_cast<Parser::PostfixContext*>(suffix)) {
      SourceRange range = out.range;
      range.end = offsets_.range(*postfix->op).end;
      out = of_one(postfix_kind(postfix->op->getType()), std::move(out), range);
      suffix = postfix->suffix();
    }
    return out;
  }
  static Part of_one(ExpressionKind kind, Part inner, SourceRange range) {
    Part out;
    out.expression.kind = kind;
    out.expression.range = out.range = range;
    out.expression.operands.push_back(std::move(inner.expression));
    return out;
  }
  // Joins the next operand with those after operators of this level or tighter. Operators of one
  // level associate to the right, except differences.
  static Part joined(Row& row, std::size_t level) {
    Part out = std::move(row.operands[row.next++]);
    while (row.next < row.operands.size()) {
      const std::size_t at = row.levels[row.next - 1];
      if (at < level) break;
      const ExpressionKind kind = InfixOperators[at].kind;
      Part right = joined(row, kind == ExpressionKind::Difference ? at + 1 : at);
      SourceRange range = out.range;
      range.end = right.range.end;
      out = of_one(kind, std::move(out), range);
      out.expression.operands.push_back(std::move(right.expression));
    }
    return out;
  }

  Expression operand(Parser::OperandContext& tree) {
    if (auto* applied = dynamic_cast<Parser::ApplicationContext*>(&tree)) {
      return application(*applied);
    }
    if (auto* matched = dynamic_cast<Parser::MatchExpressionContext*>(&tree)) {
      return match(*matched);
    }
    Expression out = make(ExpressionKind::Identity, tree);
    auto& identity = dynamic_cast<Parser::IdentityContext&>(tree);
    out.operands.push_back(expression(*identity.expression()));
    return out;
  }

  Expression long_expression(Parser::LongExpressionContext& tree) {
    if (auto* let = dynamic_cast<Parser::LetExpressionContext*>(&tree)) {
      Expression out = make(ExpressionKind::Let, tree);
      out.is_recursive = let->REC_WORD() != nullptr;
      out.bindings = bindings(let->binding());
      out.operands.push_back(expression(*let->expression()));
      return out;
    }
    if (auto* function = dynamic_cast<Parser::FunctionContext*>(&tree)) {
      Expression out = make(ExpressionKind::Function, tree);
      out.parameters = parameters(*function->parameters());
      out.operands.push_back(expression(*function->expression()));
      return out;
    }
    Expression out = make(ExpressionKind::Try, tree);
    if (auto* choice = dynamic_cast<Parser::IfExpressionContext*>(&tree)) {
      out.kind = ExpressionKind::If;
      out.guards.push_back(guard(*choice->guard()));
    }
    for (antlr4::tree::ParseTree* child : tree.children) {
      if (auto* inner = dynamic_cast<Parser::ExpressionContext*>(child)) {
        out.operands.push_back(expression(*inner));
      }
    }
    return out;
  }

  std::vector<Expression> expressions(const std::vector<Parser::ExpressionContext*>& trees) {
    return all(trees, [&](Parser::ExpressionContext& each) { return expression(each); });
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
    return all(nodes, [&](antlr4::tree::TerminalNode& node) { return name(node); });
  }
  Name unquoted(antlr4::tree::TerminalNode& node) const {
    Name out = name(node);
    out.text = out.text.substr(1, out.text.size() - 2);
    return out;
  }

  const ModelParser& parser_;
  const SectionOffsets& offsets_;
  std::vector<Name> variants_;
};

}  // namespace

// Comments nest: a lexer would need recursion.
WithoutComments without_comments(std::string_view text) {
  const auto sees = [&](std::size_t at, std::string_view what) {
    return text.compare(at, what.size(), what) == 0;
  };
  std::string out;
  out.reserve(text.size());
  std::size_t depth = 0;
  std::size_t outermost = 0;
  for (std::size_t i = 0; i < text.size();) {
    if (sees(i, "(*")) {
      if (depth++ == 0) outermost = i;
      out += "  ";
      i += 2;
    } else if (depth > 0 && sees(i, "*)")) {
      --depth;
      out += "  ";
      i += 2;
    } else if (depth > 0) {
      out += text[i] == '\n' || text[i] == '\r' ? text[i] : ' ';
      i += character_length(text, i);
    } else if (sees(i, "//") || text[i] == '#') {
      for (; i < text.size() && text[i] != '\n'; i += character_length(text, i)) out += ' ';
    } else if (text[i] == '"') {  // a string: it cannot open a comment
      const std::size_t end = text.find_first_of("\"\n", i + 1);
      const std::size_t next = end == std::string::npos ? text.size() : end + 1;
      out.append(text, i, next - i);
      i = next;
    } else {
      out += text[i++];
    }
  }
  return {std::move(out), depth == 0 ? std::nullopt : std::optional(outermost)};
}

std::optional<Ast> parse_cat(const SourceBuffer& source, DiagnosticSink& sink) {
  if (check_text(source, sink) == TextCheck::IsNotText) return std::nullopt;
  const auto [text, open] = without_comments(source.text());
  if (open) {
    sink.report(DiagnosticKind::LitmusOpenComment, source.range(*open, *open + 2), {"*)"});
    return std::nullopt;
  }
  try {
    ModelParser parser(source, {0, source.text().size()}, text, sink);
    Parser::ModelContext* tree = parser.parse(&Parser::model, mark);
    if (tree == nullptr) return std::nullopt;
    return AstBuilder(parser).build(*tree);
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
    return std::nullopt;
  }
}

}  // namespace drover::cat
