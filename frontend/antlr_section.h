#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include "antlr4-runtime.h"
#include "frontend/diagnostic.h"
#include "frontend/nesting.h"
#include "frontend/quick_lexer.h"
#include "frontend/section.h"
#include "frontend/source.h"
#include "frontend/syntax_recovery.h"
#include "support/check.h"
#include "support/format.h"

// Runs grammars. Private to the parsers.
namespace drover {

// Converts ANTLR's character offsets in a section to byte offsets in the file.
class SectionOffsets {
 public:
  SectionOffsets(const SourceBuffer& source, Section section);

  [[nodiscard]] SourceRange range(const antlr4::Token& token) const;
  [[nodiscard]] SourceRange range(const antlr4::ParserRuleContext& context) const;
  // Returns the empty range after a token.
  [[nodiscard]] SourceRange behind(const antlr4::Token& token) const;

 private:
  [[nodiscard]] std::size_t byte(std::size_t character) const;

  const SourceBuffer& source_;
  Section section_;
  std::vector<std::uint32_t> bytes_;  // empty if every character is one byte
};

using Tokens = std::vector<antlr4::Token*>;  // tokens that the parser sees, without the end

// Returns the last of `tokens` before a token; null if there is none.
[[nodiscard]] const antlr4::Token* token_before(const antlr4::Token& token, const Tokens& tokens);

// Returns the effect of a token type on the tree's depth, by its name in the grammar: `LPAREN`.
[[nodiscard]] TokenClass usual_class_of(std::size_t type, const antlr4::dfa::Vocabulary& names);

// The differences between languages besides their grammars.
struct SectionLanguage {
  TokenClass (*class_of)(std::size_t type, const antlr4::dfa::Vocabulary& names) = usual_class_of;
  DiagnosticKind open_comment = DiagnosticKind::LitmusOpenComment;
  Hint (*hint_on_character)(std::string_view unknown) = nullptr;
};

// Reports unknown characters, and unterminated comments and strings.
void check_characters(const antlr4::CommonTokenStream& stream, const antlr4::dfa::Vocabulary& names,
                      const SectionLanguage& language, const SectionOffsets& offsets,
                      const SourceBuffer& source, DiagnosticSink& sink);

// True if the syntax tree stays shallow enough for recursive functions; if not, reports it.
bool check_nesting(const Tokens& tokens, const antlr4::dfa::Vocabulary& names,
                   const SectionLanguage& language, const SectionOffsets& offsets,
                   DiagnosticSink& sink);

// Reports a token that is not among the expected tokens.
void report_syntax_error(const antlr4::Token& token, const antlr4::misc::IntervalSet& expected,
                         const antlr4::dfa::Vocabulary& names, const SectionOffsets& offsets,
                         const Tokens& tokens, DiagnosticSink& sink);

// Reports Drover's diagnostics instead of ANTLR's, and continues as `Recovery` says.
template <typename Recovery>
class SectionErrors : public Recovery {
 public:
  SectionErrors(const SectionOffsets& offsets, const Tokens& tokens, DiagnosticSink& sink)
      : offsets_(offsets), tokens_(tokens), sink_(sink) {}

 protected:
  void report(antlr4::Parser& parser, const antlr4::Token& token,
              const antlr4::misc::IntervalSet& expected) override {
    // The sink shows no more errors.
    if (sink_.is_full()) throw antlr4::ParseCancellationException("too many errors");
    report_syntax_error(token, expected, parser.getVocabulary(), offsets_, tokens_, sink_);
  }

 private:
  const SectionOffsets& offsets_;
  const Tokens& tokens_;
  DiagnosticSink& sink_;
};

// A section with its tokens and its parser.
template <typename Lexer, typename Parser, typename Recovery,
          typename Errors = SectionErrors<Recovery>>
class SectionParser {
 public:
  SectionParser(const SourceBuffer& source, Section section, DiagnosticSink& sink)
      : SectionParser(source, section,
                      source.text().substr(section.begin, section.end - section.begin), sink) {}
  // Reads another text of the same length instead, for example without comments.
  SectionParser(const SourceBuffer& source, Section section, std::string text, DiagnosticSink& sink)
      : source_(source),
        sink_(sink),
        offsets_(source, section),
        text_(std::move(text)),
        lexer_(text_),
        stream_(&lexer_),
        parser_(&stream_) {}

  // Returns the tree of a section, for example with the start rule &Parser::program. Parts with
  // syntax errors are not sound. Null, with a diagnostic, if there is no tree. Throws only ANTLR's
  // internal errors. `mark` may change tokens first.
  template <typename Tree>
  Tree* parse(Tree* (Parser::*start)(), const std::function<void(const Tokens& tokens)>& mark = {},
              const SectionLanguage& language = {}) {
    lexer_.removeErrorListeners();
    parser_.removeErrorListeners();
    stream_.fill();
    for (antlr4::Token* token : stream_.getTokens()) {
      const bool is_seen = token->getChannel() == antlr4::Token::DEFAULT_CHANNEL;
      if (is_seen && token->getType() != antlr4::Token::EOF) tokens_.push_back(token);
    }
    if (mark) mark(tokens_);
    check_characters(stream_, parser_.getVocabulary(), language, offsets_, source_, sink_);
    if (!check_nesting(tokens_, parser_.getVocabulary(), language, offsets_, sink_)) return nullptr;
    return run(start);
  }

  [[nodiscard]] const SectionOffsets& offsets() const { return offsets_; }
  [[nodiscard]] const Tokens& tokens() const { return tokens_; }
  // True if the tree was read without errors, lexical errors included.
  [[nodiscard]] bool is_intact(antlr4::ParserRuleContext& tree) const {
    if (is_clean_ && !sink_.has_errors()) return true;
    const SourceRange range = offsets_.range(tree);
    return is_sound(tree) && !sink_.has_error_between(range.begin, range.end);
  }

 private:
  // The cheap prediction mode accepts nearly every correct text. If it fails, the exact mode
  // decides and reports the errors.
  template <typename Tree>
  Tree* run(Tree* (Parser::*start)()) {
    using antlr4::atn::ParserATNSimulator;
    using antlr4::atn::PredictionMode;
    parser_.template getInterpreter<ParserATNSimulator>()->setPredictionMode(PredictionMode::SLL);
    parser_.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
    try {
      Tree* tree = (parser_.*start)();
      is_clean_ = true;
      return tree;
    } catch (const antlr4::ParseCancellationException&) {
      stream_.seek(0);
      parser_.reset();
    }
    parser_.template getInterpreter<ParserATNSimulator>()->setPredictionMode(PredictionMode::LL);
    parser_.setErrorHandler(std::make_shared<Errors>(offsets_, tokens_, sink_));
    try {
      return (parser_.*start)();
    } catch (const antlr4::ParseCancellationException&) {
      return nullptr;
    }
  }

  const SourceBuffer& source_;
  DiagnosticSink& sink_;
  SectionOffsets offsets_;
  std::string text_;
  QuickLexer<Lexer> lexer_;
  antlr4::CommonTokenStream stream_;
  Parser parser_;
  Tokens tokens_;
  bool is_clean_ = false;  // no syntax errors
};

// Returns the tree as a labelled alternative of a rule; null if it is another alternative.
template <typename Alternative>
[[nodiscard]] Alternative* exactly(antlr4::ParserRuleContext* tree) {
  const bool is_it = tree != nullptr && typeid(*tree) == typeid(Alternative);
  return is_it ? static_cast<Alternative*>(tree) : nullptr;
}
template <typename Alternative>
[[nodiscard]] Alternative* exactly(antlr4::ParserRuleContext& tree) {
  return exactly<Alternative>(&tree);
}

// Calls the function that takes the dynamic type of the tree. Each function takes a labelled
// alternative of a rule; the last may take any tree.
template <typename Alternative, typename Function, typename Result>
Alternative& parameter_of(Result (Function::*)(Alternative&) const);

template <typename First, typename... Others>
auto match(antlr4::ParserRuleContext& tree, const First& first, const Others&... others) {
  using Alternative = std::remove_reference_t<decltype(parameter_of(&First::operator()))>;
  if constexpr (std::is_same_v<Alternative, antlr4::ParserRuleContext>) {
    return first(tree);
  } else {
    if (auto* found = exactly<Alternative>(tree)) return first(*found);
    if constexpr (sizeof...(Others) > 0) return match(tree, others...);
    DROVER_UNREACHABLE("the functions are for all alternatives of the rule");
  }
}

// Returns the number of a decimal or hexadecimal literal; drops a leading `$`. Nothing, and a
// diagnostic, if it does not fit into 64 bits.
[[nodiscard]] std::optional<std::int64_t> parse_number(std::string text, SourceRange range,
                                                       DiagnosticSink& sink);

// For a handler around a parser: ANTLR's exceptions are unexpected and must not escape. Lack of
// memory is not an error in the text: it is rethrown and reported as a limit.
inline void report_parser_exception(const std::exception& thrown, DiagnosticSink& sink) {
  if (dynamic_cast<const std::bad_alloc*>(&thrown) != nullptr) throw;
  sink.report(DiagnosticKind::UnexpectedToken, {}, {"input", format(" ({})", thrown.what())});
}

}  // namespace drover
