#include "frontend/parse.h"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "CoreLexer.h"
#include "CoreParser.h"
#include "antlr4-runtime.h"
#include "frontend/antlr_section.h"
#include "frontend/ast_builder.h"
#include "frontend/core_recovery.h"
#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover {

namespace {

using antlr4::Token;
using drover_grammar::CoreLexer;
using drover_grammar::CoreParser;

using TokenSet = antlr4::misc::IntervalSet;

bool has(const TokenSet& set, std::size_t type) { return set.contains(type); }

bool is_keyword(std::size_t type) { return type >= CoreParser::CONST && type <= CoreParser::ALLOC; }

void set_type(Token* token, std::size_t type) {
  dynamic_cast<antlr4::WritableToken&>(*token).setType(type);
}

// ---- Passes over the tokens -------------------------------------------------------

Hint hint_on_character(std::string_view unknown) {
  if (unknown == "#") return "a comment is written `// …`";
  return {};
}

// Finds the `:` of `thread:register`, see grammar/README.md.
class ThreadColons {
 public:
  explicit ThreadColons(const Tokens& tokens) : tokens_(tokens) {}

  void mark() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      switch (tokens_[i]->getType()) {
        case CoreParser::EXISTS:
        case CoreParser::FORBID:
        case CoreParser::FORALL: open_questions_ = {0}; break;
        case CoreParser::SEMICOLON: open_questions_.clear(); break;
        case CoreParser::LPAREN:
        case CoreParser::LBRACKET:
          if (is_in_condition()) open_questions_.push_back(0);
          break;
        case CoreParser::RPAREN:
        case CoreParser::RBRACKET:
          if (open_questions_.size() > 1) open_questions_.pop_back();
          break;
        case CoreParser::QUESTION:
          if (is_in_condition()) ++open_questions_.back();
          break;
        case CoreParser::COLON:
          if (is_in_condition()) mark_colon(i);
          break;
        default: break;
      }
    }
  }

 private:
  bool is_in_condition() const { return !open_questions_.empty(); }
  bool is_between_names(std::size_t i) const {
    if (i == 0 || i + 1 >= tokens_.size()) return false;
    const std::size_t before = tokens_[i - 1]->getType();
    const bool is_thread =
        before == CoreParser::ID || before == CoreParser::INIT || before == CoreParser::FINAL;
    return is_thread && tokens_[i + 1]->getType() == CoreParser::ID;
  }
  bool is_tight(std::size_t i) const {
    return tokens_[i - 1]->getStopIndex() + 1 == tokens_[i]->getStartIndex() &&
           tokens_[i]->getStopIndex() + 1 == tokens_[i + 1]->getStartIndex();
  }
  void mark_colon(std::size_t i) {
    std::size_t& questions = open_questions_.back();
    if (is_between_names(i) && (questions == 0 || is_tight(i))) {
      set_type(tokens_[i], CoreParser::THREAD_COLON);
    } else if (questions > 0) {
      --questions;
    }
  }

  const Tokens& tokens_;
  std::vector<std::size_t> open_questions_;  // per open bracket; empty outside conditions
};

// Finds the names of labels, see grammar/Core.g4.
void mark_labels(const Tokens& tokens) {
  const auto starts_statement = [](std::size_t before) {
    return before == CoreParser::LBRACE || before == CoreParser::RBRACE ||
           before == CoreParser::SEMICOLON || before == CoreParser::RPAREN ||
           before == CoreParser::ELSE || before == CoreParser::DO;
  };
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    const std::size_t before = tokens[i - 1]->getType();
    const bool is_behind_label =
        i > 1 && before == CoreParser::COLON && tokens[i - 2]->getType() == CoreParser::LABEL;
    const bool is_label = tokens[i]->getType() == CoreParser::ID &&
                          tokens[i + 1]->getType() == CoreParser::COLON &&
                          (starts_statement(before) || is_behind_label);
    if (is_label) set_type(tokens[i], CoreParser::LABEL);
  }
}

// Finds the `require` of `require exists`, see grammar/Core.g4.
void mark_requirements(const Tokens& tokens) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool is_requirement = tokens[i]->getType() == CoreParser::ID &&
                                tokens[i + 1]->getType() == CoreParser::EXISTS &&
                                tokens[i]->getText() == "require";
    if (is_requirement) set_type(tokens[i], CoreParser::REQUIRE);
  }
}

// Finds the `object` of declarations of objects, see grammar/Core.g4.
void mark_objects(const Tokens& tokens) {
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::size_t after = tokens[i + 2]->getType();
    const bool is_declaration =
        tokens[i]->getType() == CoreParser::ID && tokens[i + 1]->getType() == CoreParser::ID &&
        (after == CoreParser::COLON || after == CoreParser::LBRACE || after == CoreParser::ID) &&
        tokens[i]->getText() == "object";
    if (is_declaration) set_type(tokens[i], CoreParser::OBJECT);
  }
}

TokenClass class_of(std::size_t type, const antlr4::dfa::Vocabulary& names) {
  switch (type) {
    case CoreParser::LABEL:
    case CoreParser::REQUIRE:
    case CoreParser::OBJECT:
    case CoreParser::STRING: return TokenClass::Operand;
    case CoreParser::PLUS:
    case CoreParser::LESS: return TokenClass::Operator;
    default: break;
  }
  const TokenClass usual = usual_class_of(type, names);
  const bool is_operator = type >= CoreParser::ARROW || type == CoreParser::THREAD_COLON;
  return usual == TokenClass::Operator && !is_operator ? TokenClass::Other : usual;
}

// ---- Syntax errors ----------------------------------------------------------------

bool is_operator(std::size_t type) {
  const bool is_infix = type >= CoreParser::ARROW && type <= CoreParser::PERCENT;
  return (is_infix && type != CoreParser::COLON) || type == CoreParser::LBRACKET ||
         type == CoreParser::THREAD_COLON;
}

// Describes the expected input briefly: kinds of phrases if possible, else tokens.
std::string expected_in_core(const TokenSet& expected, const antlr4::dfa::Vocabulary& vocabulary) {
  std::vector<std::string> words;
  const bool is_statement = has(expected, CoreParser::IF) && has(expected, CoreParser::WHILE);
  const bool is_expression =
      has(expected, CoreParser::INTEGER) && has(expected, CoreParser::LPAREN);
  if (has(expected, CoreParser::THREAD) && has(expected, CoreParser::FN)) return "a declaration";
  if (is_statement) words.emplace_back("a statement");
  if (is_expression && !is_statement) words.emplace_back("an expression");
  for (const ssize_t each : expected.toList()) {
    const auto type = static_cast<std::size_t>(each);
    const bool is_sign =
        type > CoreParser::ALLOC && type < CoreParser::ID && !is_operator(type) &&
        !(is_expression && (type == CoreParser::LPAREN || type >= CoreParser::NOT)) &&
        !(is_statement && (type == CoreParser::SEMICOLON || type == CoreParser::LBRACE));
    if (each == static_cast<ssize_t>(Token::EOF)) {
      words.emplace_back("end of file");
    } else if (type == CoreParser::ID && !is_expression) {
      words.emplace_back("a name");
    } else if (type == CoreParser::STRING) {
      words.emplace_back("a string");
    } else if (is_sign || (is_keyword(type) && !is_expression && !is_statement)) {
      const std::string name = vocabulary.getLiteralName(type);
      words.push_back("`" + name.substr(1, name.size() - 2) + "`");
    }
  }
  return words.size() > 5 ? "" : joined(words, ", ", " or ");
}

// Reports Drover's diagnostics instead of ANTLR's, and resumes after the statement or the item with
// the error.
class SyntaxErrors : public CoreRecovery {
 public:
  SyntaxErrors(const SectionOffsets& offsets, const Tokens& tokens, DiagnosticSink& sink)
      : offsets_(offsets), tokens_(tokens), sink_(sink) {}

 protected:
  void report(antlr4::Parser& parser, const Token& token, const TokenSet& expected) override {
    // The sink shows no more errors.
    if (sink_.is_full()) throw antlr4::ParseCancellationException("too many errors");
    const Token* previous = token_before(token, tokens_);
    if (is_behind_bad_characters(token, tokens_)) return;
    const std::string words = expected_in_core(expected, parser.getVocabulary());
    if (previous != nullptr && is_something_missing(token, *previous, expected)) {
      Diagnostic& diagnostic =
          sink_.report(DiagnosticKind::ExpectedToken, offsets_.behind(*previous),
                       {has(expected, CoreParser::SEMICOLON) ? std::string("`;`") : words});
      if (token.getType() == Token::EOF || has(expected, CoreParser::RBRACE)) {
        note_unclosed(diagnostic, token);
      }
      return;
    }
    const bool is_at_end = token.getType() == Token::EOF && previous != nullptr;
    Diagnostic& diagnostic =
        sink_.report(DiagnosticKind::UnexpectedToken,
                     is_at_end ? offsets_.behind(*previous) : offsets_.range(token),
                     {name_of(token), words.empty() ? "" : ", expected " + words});
    if (has(expected, CoreParser::RBRACE) && CoreLanguage::is_item_word(token.getType())) {
      return note_unclosed(diagnostic, token);
    }
    Hint hint = hint_for(token, previous, expected);
    if (hint.empty()) hint = misspelt_word(token, expected);
    diagnostic.with_hint(std::move(hint));
    if (token.getType() == Token::EOF) note_unclosed(diagnostic, token);
  }

 private:
  // True if the error is better placed after the previous token than at this token.
  static bool is_something_missing(const Token& token, const Token& previous,
                                   const TokenSet& expected) {
    const std::size_t type = token.getType();
    if (type == CoreParser::ASSIGN_CONST || type == CoreParser::COLON) return false;
    if (has(expected, CoreParser::SEMICOLON) && !has(expected, CoreParser::IF)) {
      return token.getLine() != previous.getLine() || is_keyword(type) ||
             type == CoreParser::RBRACE || type == CoreParser::ID || type == Token::EOF;
    }
    return expected.size() == 1 && !has(expected, CoreParser::ID) &&
           (token.getLine() != previous.getLine() || type == Token::EOF);
  }

  static std::string name_of(const Token& token) {
    if (token.getType() == Token::EOF) return "end of file";
    if (token.getType() == CoreParser::STRING) return "string";
    return "`" + token.getText() + "`";
  }

  static Hint hint_for(const Token& token, const Token* previous, const TokenSet& expected) {
    const std::size_t type = token.getType();
    const std::size_t before = previous != nullptr ? previous->getType() : Token::EOF;
    if (type == CoreParser::ASSIGN_CONST) {
      if (before == CoreParser::PLUS || before == CoreParser::MINUS) return "write `r := r + 1`";
      return {"assignment is written `:=`, comparison `==`", "=", {":=", "=="}};
    }
    if (type == CoreParser::ASSIGN && has(expected, CoreParser::ASSIGN_CONST)) {
      return {"an initial value is given with `=`", ":=", {"="}};
    }
    if (type == CoreParser::ASSIGN && is_keyword(before)) {
      return format("`{}` is a keyword, not a name", previous->getText());
    }
    if (type == CoreParser::COLON && before == CoreParser::ID) {
      return "assignment is written `:=`; `thread:register` is for conditions";
    }
    if (type == CoreParser::PLUS && before == CoreParser::PLUS) return "write `r := r + 1`";
    if (type == CoreParser::DOT) return "a field is written `p->f`, a range `1..N`";
    if (type == CoreParser::STRING) return "only the message of `assert` is a string";
    if (type == CoreParser::ELSE) return "this `else` has no `if`";
    if (is_keyword(type) && has(expected, CoreParser::ID)) {
      return format("`{}` is a keyword, not a name", token.getText());
    }
    if (type == CoreParser::LPAREN && before == CoreParser::FENCE) {
      return "write `fence;`, or `fence@rel;` for a mode other than sc";
    }
    return "";
  }

  // Suggests a keyword for a name in the place of a word that begins a declaration, or that
  // precedes a condition and a body.
  [[nodiscard]] Hint misspelt_word(const Token& token, const TokenSet& expected) const {
    static const std::vector<std::string> items{"shared", "const", "struct", "fn",     "init",
                                                "thread", "final", "exists", "forbid", "forall"};
    static const std::vector<std::string> statements{"if", "while", "for"};
    if (token.getType() == CoreParser::ID && has(expected, CoreParser::THREAD)) {
      return did_you_mean(token.getText(), items);
    }
    if (token.getType() != CoreParser::LBRACE || !has(expected, CoreParser::SEMICOLON)) return "";
    const Token* word = word_before_condition(token);
    if (word == nullptr) return {};
    Hint hint = did_you_mean(word->getText(), statements);
    hint.at = offsets_.range(*word);
    return hint;
  }

  // Returns the name in `name (…) {` before the brace; null if there is none.
  [[nodiscard]] const Token* word_before_condition(const Token& brace) const {
    auto at = std::ranges::lower_bound(tokens_, brace.getTokenIndex(), {}, &Token::getTokenIndex);
    std::size_t open = 0;
    while (at != tokens_.begin()) {
      const Token* token = *--at;
      if (token->getType() == CoreParser::RPAREN) ++open;
      if (open == 0) return nullptr;
      if (token->getType() != CoreParser::LPAREN || --open > 0) continue;
      const bool is_named = at != tokens_.begin() && (*std::prev(at))->getType() == CoreParser::ID;
      return is_named ? *std::prev(at) : nullptr;
    }
    return nullptr;
  }

  // At the end of the file or of an item: notes the innermost unclosed bracket.
  void note_unclosed(Diagnostic& diagnostic, const Token& end) const {
    std::vector<const Token*> open;
    for (const Token* token : tokens_) {
      if (token->getTokenIndex() >= end.getTokenIndex()) break;
      switch (token->getType()) {
        case CoreParser::LPAREN:
        case CoreParser::LBRACKET:
        case CoreParser::LBRACE: open.push_back(token); break;
        case CoreParser::RPAREN:
        case CoreParser::RBRACKET:
        case CoreParser::RBRACE:
          if (!open.empty()) open.pop_back();
          break;
        default: break;
      }
    }
    if (open.empty()) return;
    diagnostic.with_note(offsets_.range(*open.back()),
                         format("`{}` is not closed", open.back()->getText()));
  }

  const SectionOffsets& offsets_;
  const Tokens& tokens_;
  DiagnosticSink& sink_;
};

// ---- The parser -------------------------------------------------------------------

ParseResult parse_text(const SourceBuffer& source, DiagnosticSink& sink) {
  SectionParser<CoreLexer, CoreParser, CoreRecovery, SyntaxErrors> parser(
      source, {0, source.text().size()}, sink);
  const auto mark = [](const Tokens& tokens) {
    ThreadColons(tokens).mark();
    mark_labels(tokens);
    mark_requirements(tokens);
    mark_objects(tokens);
  };
  CoreParser::ProgramContext* tree =
      parser.parse(&CoreParser::program, mark,
                   {.class_of = class_of,
                    .open_comment = DiagnosticKind::UnterminatedComment,
                    .hint_on_character = hint_on_character});
  if (parser.tokens().empty() && !sink.has_errors()) {
    sink.report(DiagnosticKind::NothingToCheck, {});
  }
  if (tree == nullptr || parser.tokens().empty()) return {};
  return build_intact_items(*tree, parser.tokens(), parser.offsets(), sink);
}

}  // namespace

ParseResult parse_partly(const SourceBuffer& source, DiagnosticSink& sink) {
  if (check_text(source, sink) == TextCheck::IsNotText) return {};
  try {
    return parse_text(source, sink);
  } catch (const std::exception& e) {
    report_parser_exception(e, sink);
    return {};
  }
}

std::optional<Ast> parse(const SourceBuffer& source, DiagnosticSink& sink) {
  ParseResult result = parse_partly(source, sink);
  if (!result.is_whole) return std::nullopt;
  return std::move(result.ast);
}

}  // namespace drover
