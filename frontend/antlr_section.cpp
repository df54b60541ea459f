#include "frontend/antlr_section.h"

#include <cctype>
#include <charconv>
#include <system_error>

#include "frontend/suggestion.h"
#include "support/format.h"
#include "support/text.h"

namespace drover {

namespace {

using antlr4::Token;
using TokenSet = antlr4::misc::IntervalSet;
using Vocabulary = antlr4::dfa::Vocabulary;

// Returns `;` for ';', and a description for tokens with many texts.
std::string token_words(std::size_t type, const Vocabulary& names) {
  if (type == Token::EOF) return "the end of the section";
  const std::string literal = names.getLiteralName(type);
  if (literal.size() > 2) return "`" + literal.substr(1, literal.size() - 2) + "`";
  const std::string symbol = names.getSymbolicName(type);
  if (symbol == "NAME" || symbol == "ID") return "a name";
  if (symbol == "NUMBER" || symbol == "INTEGER") return "a number";
  if (symbol == "TYPE") return "a type";
  if (symbol == "STRING") return "a string";
  return "";
}

bool has_token(const TokenSet& set, std::string_view symbol, const Vocabulary& names) {
  for (const ssize_t each : set.toList()) {
    if (each > 0 && names.getSymbolicName(static_cast<std::size_t>(each)) == symbol) return true;
  }
  return false;
}

std::string describe_expected(const TokenSet& expected, const Vocabulary& names) {
  if (has_token(expected, "WHILE", names)) return "a statement";
  const bool is_expression =
      has_token(expected, "INTEGER", names) && has_token(expected, "LPAREN", names);
  const bool is_relation =
      has_token(expected, "UNDERSCORE", names) && has_token(expected, "ZERO", names);
  if (is_expression || is_relation) return "an expression";
  if (has_token(expected, "TRUE", names)) return "a proposition";
  // The tokens of an operand of an instruction.
  const bool is_operand = has_token(expected, "NUMBER", names) &&
                          has_token(expected, "DOT", names) &&
                          !has_token(expected, "SEMICOLON", names);
  if (is_operand) return "an operand";
  std::vector<std::string> words;
  for (const ssize_t each : expected.toList()) {
    std::string word = token_words(static_cast<std::size_t>(each), names);
    if (!word.empty() && std::ranges::find(words, word) == words.end()) {
      words.push_back(std::move(word));
    }
  }
  return words.size() > 4 ? "" : joined(words, ", ", " or ");
}

std::vector<std::string> expected_words(const TokenSet& expected, const Vocabulary& names) {
  std::vector<std::string> words;
  for (const ssize_t each : expected.toList()) {
    if (each <= 0) continue;
    const std::string literal = names.getLiteralName(static_cast<std::size_t>(each));
    const bool is_word =
        literal.size() > 2 && std::isalpha(static_cast<unsigned char>(literal[1])) != 0;
    if (is_word) words.push_back(literal.substr(1, literal.size() - 2));
  }
  return words;
}

}  // namespace

const Token* token_before(const Token& token, const Tokens& tokens) {
  const auto after =
      std::ranges::lower_bound(tokens, token.getTokenIndex(), {}, &Token::getTokenIndex);
  return after == tokens.begin() ? nullptr : *std::prev(after);
}

SectionOffsets::SectionOffsets(const SourceBuffer& source, Section section)
    : source_(source), section_(section) {
  const std::string& text = source.text();
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin() + static_cast<std::ptrdiff_t>(section.begin),
                  text.begin() + static_cast<std::ptrdiff_t>(section.end), is_ascii)) {
    return;
  }
  for (std::size_t i = section.begin; i < section.end; i += character_length(text, i)) {
    bytes_.push_back(static_cast<std::uint32_t>(i - section.begin));
  }
}

std::size_t SectionOffsets::byte(std::size_t character) const {
  const std::size_t size = section_.end - section_.begin;
  if (bytes_.empty()) return section_.begin + std::min(character, size);
  return section_.begin + (character < bytes_.size() ? bytes_[character] : size);
}

SourceRange SectionOffsets::range(const Token& token) const {
  const std::size_t begin = byte(token.getStartIndex());
  if (token.getType() == Token::EOF) return source_.range(section_.end, section_.end);
  return source_.range(begin, std::max(begin, byte(token.getStopIndex() + 1)));
}

SourceRange SectionOffsets::range(const antlr4::ParserRuleContext& context) const {
  const std::size_t begin = byte(context.start->getStartIndex());
  const std::size_t end = context.stop == nullptr ? begin : byte(context.stop->getStopIndex() + 1);
  return source_.range(begin, std::max(begin, end));
}

SourceRange SectionOffsets::behind(const Token& token) const {
  const std::size_t end = byte(token.getStopIndex() + 1);
  return source_.range(end, end);
}

void check_characters(const antlr4::CommonTokenStream& stream, const Vocabulary& names,
                      const SectionLanguage& language, const SectionOffsets& offsets,
                      const SourceBuffer& source, DiagnosticSink& sink) {
  SourceRange last;
  // getTokens is not const.
  auto& tokens = const_cast<antlr4::CommonTokenStream&>(stream);
  for (const Token* token : tokens.getTokens()) {
    if (token->getChannel() != Token::HIDDEN_CHANNEL) continue;
    const SourceRange range = offsets.range(*token);
    if (names.getSymbolicName(token->getType()) == "UNTERMINATED_COMMENT") {
      const std::string close = source.text(range).starts_with("(*") ? "*)" : "*/";
      Diagnostic& diagnostic =
          sink.report(language.open_comment, source.range(range.begin, range.begin + 2));
      if (language.open_comment == DiagnosticKind::LitmusOpenComment) {
        diagnostic.arguments = {close};
      }
      continue;
    }
    if (names.getSymbolicName(token->getType()) == "UNTERMINATED_STRING") {
      sink.report(DiagnosticKind::UnterminatedString, range);
      continue;
    }
    const bool is_continued = last.line != 0 && last.end == range.begin;
    last = range;
    if (is_continued) continue;
    const std::string character(source.text(range));
    const auto code = static_cast<unsigned>(static_cast<unsigned char>(character[0]));
    const bool is_control = code < 0x20 || code == 0x7F;
    Diagnostic& diagnostic = sink.report(DiagnosticKind::UnknownCharacter, range,
                                         {is_control ? format("\\x{:02x}", code) : character});
    if (language.hint_on_character == nullptr) continue;
    diagnostic.with_hint(language.hint_on_character(character));
  }
}

TokenClass usual_class_of(std::size_t type, const Vocabulary& names) {
  const std::string symbol = names.getSymbolicName(type);
  if (symbol == "LPAREN" || symbol == "LBRACKET") return TokenClass::Open;
  if (symbol == "RPAREN" || symbol == "RBRACKET") return TokenClass::Close;
  if (symbol == "LBRACE") return TokenClass::OpenBrace;
  if (symbol == "RBRACE") return TokenClass::CloseBrace;
  if (symbol == "SEMICOLON") return TokenClass::Semicolon;
  if (symbol == "COMMA" || symbol.ends_with("ASSIGN")) return TokenClass::Separator;
  if (symbol == "ID" || symbol == "NAME" || symbol == "INTEGER" || symbol == "NUMBER" ||
      symbol == "TRUE" || symbol == "FALSE") {
    return TokenClass::Operand;
  }
  if (symbol == "MINUS" || symbol == "PLUS" || symbol == "STAR" || symbol == "AMPERSAND" ||
      symbol == "NOT" || symbol == "COMPLEMENT") {
    return TokenClass::PrefixOrOperator;
  }
  if (symbol == "QUESTION") return TokenClass::Question;
  if (symbol == "IF" || symbol == "FOR") return TokenClass::Control;
  if (symbol == "ELSE") return TokenClass::Else;
  if (symbol == "DO") return TokenClass::Do;
  if (symbol == "WHILE") return TokenClass::While;
  if (symbol == "ATOMIC" || symbol == "LESS") return TokenClass::PrefixOrOperator;
  const bool is_word = symbol == "TYPE" || symbol == "VOID" || symbol == "QUALIFIER";
  return is_word ? TokenClass::Other : TokenClass::Operator;
}

bool check_nesting(const Tokens& tokens, const Vocabulary& names, const SectionLanguage& language,
                   const SectionOffsets& offsets, DiagnosticSink& sink) {
  std::vector<TokenClass> class_of_type;
  std::vector<TokenClass> classes;
  classes.reserve(tokens.size());
  for (const Token* token : tokens) {
    while (class_of_type.size() <= token->getType()) {
      class_of_type.push_back(language.class_of(class_of_type.size(), names));
    }
    classes.push_back(class_of_type[token->getType()]);
  }
  return drover::check_nesting(
      classes, [&](std::size_t token) { return offsets.range(*tokens[token]); }, sink);
}

void report_syntax_error(const Token& token, const TokenSet& expected, const Vocabulary& names,
                         const SectionOffsets& offsets, const Tokens& tokens,
                         DiagnosticSink& sink) {
  const std::string words = describe_expected(expected, names);
  const Token* previous = token_before(token, tokens);
  if (is_behind_bad_characters(token, tokens)) return;
  const bool is_at_end = token.getType() == Token::EOF;
  const bool is_on_next_line =
      previous != nullptr && (is_at_end || token.getLine() != previous->getLine());
  const std::string missing = !is_on_next_line                                    ? ""
                              : is_at_end && has_token(expected, "RBRACE", names) ? "`}`"
                              : has_token(expected, "SEMICOLON", names)           ? "`;`"
                              : expected.size() == 1                              ? words
                                                                                  : "";
  if (!missing.empty()) {
    sink.report(DiagnosticKind::ExpectedToken, offsets.behind(*previous), {missing});
    return;
  }
  const std::string what = is_at_end ? "end of the section" : "`" + token.getText() + "`";
  sink.report(DiagnosticKind::UnexpectedToken,
              is_at_end && previous != nullptr ? offsets.behind(*previous) : offsets.range(token),
              {what, words.empty() ? "" : ", expected " + words})
      .with_hint(did_you_mean(token.getText(), expected_words(expected, names)));
}

std::optional<std::int64_t> parse_number(std::string text, SourceRange range,
                                         DiagnosticSink& sink) {
  const std::string written = text;
  if (text.starts_with('$')) text.erase(0, 1);
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.erase(0, 1);
  const bool is_hex = text.starts_with("0x") || text.starts_with("0X");
  if (is_hex) text.erase(0, 2);
  while (text.size() > 1 && std::string_view("uUlL").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  std::uint64_t magnitude = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, magnitude, is_hex ? 16 : 10);
  if (text.empty() || stop != end) {
    sink.report(DiagnosticKind::InvalidNumber, range, {written});
    return std::nullopt;
  }
  const std::uint64_t limit = (std::uint64_t{1} << 63) - (is_negative ? 0 : 1);
  if (error == std::errc::result_out_of_range || (!is_hex && magnitude > limit)) {
    sink.report(DiagnosticKind::LiteralOutOfRange, range, {written});
    return std::nullopt;
  }
  return static_cast<std::int64_t>(is_negative ? 0 - magnitude : magnitude);
}

}  // namespace drover
