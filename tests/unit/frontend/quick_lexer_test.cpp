#include "frontend/quick_lexer.h"

#include <doctest/doctest.h>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "CoreLexer.h"
#include "LitmusStateLexer.h"
#include "LitmusTableLexer.h"

namespace drover::quick_lexer_test {

namespace {

// Type, channel, first and last character, line, column.
using Read = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t, std::size_t,
                        std::size_t, std::string>;

std::vector<Read> tokens_of(antlr4::Lexer& lexer) {
  lexer.removeErrorListeners();
  std::vector<Read> tokens;
  for (;;) {
    const auto token = lexer.nextToken();
    tokens.emplace_back(token->getType(), token->getChannel(), token->getStartIndex(),
                        token->getStopIndex(), token->getLine(), token->getCharPositionInLine(),
                        token->getText());
    if (token->getType() == antlr4::Token::EOF) return tokens;
  }
}

template <typename Lexer>
void check_tokens(const std::string& text) {
  CAPTURE(text);
  antlr4::ANTLRInputStream input(text);
  Lexer usual(&input);
  QuickLexer<Lexer> quick(text);
  CHECK(tokens_of(quick) == tokens_of(usual));
}

std::string random_text(std::mt19937& random) {
  constexpr std::array Parts{"(*",   "*)",
                             "/*",   "*/",
                             "//",   "\n",
                             " ",    "\t",
                             "P0",   "x1",
                             "|",    ";",
                             ":",    ",",
                             "[",    "]",
                             "(",    ")",
                             "{",    "}",
                             "#1",   "-3",
                             "0x1f", ".",
                             "lock", "lwz",
                             "/\\",  "exists",
                             "~",    "==",
                             "=",    "!=",
                             "\"",   "label:\"P0:L\"",
                             "@rel", "$",
                             "`",    "while",
                             "\r\n", "&&"};
  std::string text;
  const std::size_t length = random() % 30;
  for (std::size_t i = 0; i < length; ++i) text += Parts[random() % Parts.size()];
  if (random() % 8 == 0) text += "é x;\n y";
  return text;
}

}  // namespace

TEST_CASE("quick lexers read what those of ANTLR read") {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const std::string text = random_text(random);
    check_tokens<drover_grammar::LitmusTableLexer>(text);
    check_tokens<drover_grammar::LitmusStateLexer>(text);
    check_tokens<drover_grammar::CoreLexer>(text);
  }
}

TEST_CASE("streams of ASCII characters") {
  AsciiStream stream("ab");
  CHECK(stream.LA(1) == 'a');
  CHECK(stream.LA(-1) == antlr4::IntStream::EOF);
  stream.consume();
  CHECK(stream.LA(-1) == 'a');
  CHECK(stream.LA(2) == antlr4::IntStream::EOF);
  stream.seek(9);
  CHECK(stream.index() == 2);
  CHECK_THROWS_AS(stream.consume(), antlr4::IllegalStateException);
  CHECK(stream.getText(antlr4::misc::Interval(std::size_t{0}, std::size_t{7})) == "ab");
  CHECK(stream.getText(antlr4::misc::Interval(std::size_t{2}, std::size_t{1})) == "");
}

}  // namespace drover::quick_lexer_test
