#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "antlr4-runtime.h"
#include "frontend/diagnostic.h"
#include "frontend/nesting.h"
#include "frontend/source.h"
#include "litmus/sections.h"

// How the grammars of litmus files are run. Private to the parsers.
namespace drover::litmus {

// ANTLR counts the characters of a section, ranges count the bytes of the file.
class SectionOffsets {
 public:
  SectionOffsets(const SourceBuffer& source, Section section);

  [[nodiscard]] SourceRange range(const antlr4::Token& token) const;
  [[nodiscard]] SourceRange range(const antlr4::ParserRuleContext& context) const;
  // The empty range behind a token.
  [[nodiscard]] SourceRange behind(const antlr4::Token& token) const;

 private:
  [[nodiscard]] std::size_t byte(std::size_t character) const;

  const SourceBuffer& source_;
  Section section_;
  std::vector<std::uint32_t> bytes_;  // empty if every character is one byte
};

using Tokens = std::vector<antlr4::Token*>;  // those the parser sees, without the end

// What is wrong with the characters: unknown ones, comments without an end.
void check_characters(const antlr4::CommonTokenStream& stream, const antlr4::dfa::Vocabulary& names,
                      const SectionOffsets& offsets, const SourceBuffer& source,
                      DiagnosticSink& sink);

// Whether the syntax tree stays shallow enough for recursive functions; if not, says so.
bool check_nesting(const Tokens& tokens, const antlr4::dfa::Vocabulary& names,
                   const SectionOffsets& offsets, DiagnosticSink& sink);

// Words our own complaints where ANTLR would word its own.
class SectionErrors : public antlr4::DefaultErrorStrategy {
 public:
  SectionErrors(const SectionOffsets& offsets, const Tokens& tokens, DiagnosticSink& sink)
      : offsets_(offsets), tokens_(tokens), sink_(sink) {}

 protected:
  void reportNoViableAlternative(antlr4::Parser* parser,
                                 const antlr4::NoViableAltException& e) override;
  void reportInputMismatch(antlr4::Parser* parser,
                           const antlr4::InputMismatchException& e) override;
  void reportUnwantedToken(antlr4::Parser* parser) override;
  void reportMissingToken(antlr4::Parser* parser) override;

 private:
  void report(antlr4::Parser& parser, const antlr4::Token& token,
              const antlr4::misc::IntervalSet& expected);
  [[nodiscard]] const antlr4::Token* token_before(const antlr4::Token& token) const;

  const SectionOffsets& offsets_;
  const Tokens& tokens_;
  DiagnosticSink& sink_;
};

// One section, its tokens and its parser. `Start` is the start rule: &Parser::program.
template <typename Lexer, typename Parser>
class SectionParser {
 public:
  SectionParser(const SourceBuffer& source, Section section, DiagnosticSink& sink)
      : source_(source),
        sink_(sink),
        offsets_(source, section),
        input_(source.text().substr(section.begin, section.end - section.begin)),
        lexer_(&input_),
        stream_(&lexer_),
        parser_(&stream_) {}

  // The tree of a section without syntax errors. Throws nothing but what ANTLR throws where
  // it has a fault of its own.
  template <typename Tree>
  Tree* parse(Tree* (Parser::*start)()) {
    lexer_.removeErrorListeners();
    parser_.removeErrorListeners();
    stream_.fill();
    for (antlr4::Token* token : stream_.getTokens()) {
      const bool is_seen = token->getChannel() == antlr4::Token::DEFAULT_CHANNEL;
      if (is_seen && token->getType() != antlr4::Token::EOF) tokens_.push_back(token);
    }
    const std::size_t errors_before = sink_.error_count();
    check_characters(stream_, parser_.getVocabulary(), offsets_, source_, sink_);
    if (!check_nesting(tokens_, parser_.getVocabulary(), offsets_, sink_)) return nullptr;
    Tree* tree = run(start);
    return sink_.error_count() == errors_before ? tree : nullptr;
  }

  [[nodiscard]] const SectionOffsets& offsets() const { return offsets_; }
  [[nodiscard]] bool has_tokens() const { return !tokens_.empty(); }

 private:
  // The cheap prediction mode accepts nearly every correct text; where it fails, the exact
  // one decides, and words the errors.
  template <typename Tree>
  Tree* run(Tree* (Parser::*start)()) {
    using antlr4::atn::ParserATNSimulator;
    using antlr4::atn::PredictionMode;
    parser_.template getInterpreter<ParserATNSimulator>()->setPredictionMode(PredictionMode::SLL);
    parser_.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
    try {
      return (parser_.*start)();
    } catch (const antlr4::ParseCancellationException&) {
      stream_.seek(0);
      parser_.reset();
    }
    parser_.template getInterpreter<ParserATNSimulator>()->setPredictionMode(PredictionMode::LL);
    parser_.setErrorHandler(std::make_shared<SectionErrors>(offsets_, tokens_, sink_));
    try {
      return (parser_.*start)();
    } catch (const antlr4::ParseCancellationException&) {
      return nullptr;
    }
  }

  const SourceBuffer& source_;
  DiagnosticSink& sink_;
  SectionOffsets offsets_;
  antlr4::ANTLRInputStream input_;
  Lexer lexer_;
  antlr4::CommonTokenStream stream_;
  Parser parser_;
  Tokens tokens_;
};

// The number that a literal is: decimal or hexadecimal;
// `$` in front of it is dropped. Nothing, and a diagnostic, if it is none of 64 bits.
[[nodiscard]] std::optional<std::int64_t> parse_number(std::string text, SourceRange range,
                                                       DiagnosticSink& sink);

}  // namespace drover::litmus
