#include "editing/tokens.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>
#include <utility>

#include "frontend/source.h"
#include "support/check.h"
#include "support/overloaded.h"

namespace drover::editing {

namespace {

// Longest first.
constexpr std::array<std::string_view, 11> CoreOperators{
    ":=", "->", "..", "||", "&&", "==", "!=", "<=", ">=", "<<", ">>"};
constexpr std::array<std::string_view, 20> COperators{"<<=", ">>=", "+=", "-=", "*=", "/=", "%=",
                                                      "&=",  "|=",  "^=", "++", "--", "||", "&&",
                                                      "==",  "!=",  "<=", ">=", "<<", ">>"};
constexpr std::array<std::string_view, 8> StateOperators{
    "/\\", "\\/", "=>", "==", "!=", "<>", "&&", "||"};
constexpr std::array<std::string_view, 7> CatOperators{"^-1", "^+", "^*", "->", "||", "&&", "++"};

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_word(char c) { return is_letter(c) || is_digit(c); }

// Scans one section from left to right. Short-lived.
class TokenScanner {
 public:
  TokenScanner(std::string_view text, Section section, Language language)
      : text_(text.substr(0, std::min(section.end, text.size()))),
        at_(section.begin),
        language_(language) {}

  std::vector<Token> all() {
    std::vector<Token> tokens;
    while (true) {
      const std::size_t breaks = skip_spaces();
      if (at_ >= text_.size()) return tokens;
      const std::size_t begin = at_;
      const TokenKind kind = take();
      DROVER_CHECK(at_ > begin, "a token has at least one character");
      tokens.push_back({kind, begin, at_, breaks});
    }
  }

 private:
  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  [[nodiscard]] bool sees(std::string_view what) const {
    return text_.substr(at_).starts_with(what);
  }

  std::size_t skip_spaces() {
    std::size_t breaks = 0;
    for (; at_ < text_.size() && is_space(text_[at_]); ++at_) {
      if (text_[at_] == '\n') ++breaks;
    }
    return breaks;
  }

  void take_to(std::size_t end) { at_ = std::min(end, text_.size()); }
  template <typename Predicate>
  void take_while(Predicate is_part) {
    while (at_ < text_.size() && is_part(text_[at_])) ++at_;
  }

  TokenKind take() {
    if (take_comment()) return last_comment_;
    switch (language_) {
      case Language::Core:
      case Language::C: return take_of_code();
      case Language::Table: return take_of_table();
      case Language::State: return take_of_state();
      case Language::Cat: return take_of_cat();
    }
    return take_unknown();
  }

  // ---- Comments

  bool take_comment() {
    const bool is_cat = language_ == Language::Cat;
    if (sees("//") || (is_cat && peek() == '#')) {
      take_to(text_.find_first_of("\r\n", at_));
      last_comment_ = TokenKind::LineComment;
      return true;
    }
    last_comment_ = TokenKind::BlockComment;
    if (is_cat && sees("(*")) return take_nested_comment();
    const bool has_herds = language_ == Language::Table || language_ == Language::State;
    if (has_herds && sees("(*")) return take_block_comment("*)");
    if (!is_cat && sees("/*")) return take_block_comment("*/");
    return false;
  }
  bool take_block_comment(std::string_view end) {
    const std::size_t found = text_.find(end, at_ + 2);
    take_to(found == std::string_view::npos ? found : found + end.size());
    return true;
  }
  bool take_nested_comment() {
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      if (sees("(*")) {
        ++depth;
        at_ += 2;
      } else if (sees("*)")) {
        at_ += 2;
        if (--depth == 0) return true;
      } else {
        ++at_;
      }
    }
    return true;
  }

  // ---- Other tokens

  TokenKind take_of_code() {
    const char c = peek();
    if (is_letter(c)) return take_word(TokenKind::Name);
    if (is_digit(c)) return take_word(TokenKind::Number);
    if (c == '"') return take_string('\\');
    if (language_ == Language::C) return take_operator(COperators, "{}()[];,=?:|^&<>+-*/%!~.@");
    return take_operator(CoreOperators, "{}()[];,=?:|^&<>+-*/%!~@.");
  }

  TokenKind take_of_table() {
    const char c = peek();
    if (is_letter(c) || c == '%') {
      take_while(
          [](char each) { return is_word(each) || each == '%' || each == '/' || each == '.'; });
      return TokenKind::Name;
    }
    if (take_number("#$", "+-")) return TokenKind::Number;
    return take_operator({}, "|;:,[](){}!.");
  }

  TokenKind take_of_state() {
    const char c = peek();
    if (is_letter(c) || c == '%') {
      ++at_;
      take_while([](char each) { return is_word(each) || each == '.'; });
      return TokenKind::Name;
    }
    if (take_number("", "-")) return TokenKind::Number;
    return take_operator(StateOperators, "{}()[];,:&*<>=~");
  }

  TokenKind take_of_cat() {
    const char c = peek();
    if (c == '"') return take_string('\0');
    if (c == '\'' && is_word(peek(1))) {
      ++at_;
      take_while([](char each) { return is_word(each) || each == '.' || each == '-'; });
      return TokenKind::Tag;
    }
    const bool is_name = is_letter(c) && (c != '_' || is_word(peek(1)));
    if (is_name) {
      take_while([](char each) { return is_word(each) || each == '.' || each == '-'; });
      take_while([](char each) { return each == '\''; });
      return TokenKind::Name;
    }
    if (c == '0') return ++at_, TokenKind::Number;
    if (c == '^' && take_inverse()) return TokenKind::Operator;
    return take_operator(CatOperators, "()[]{},=;|&\\*+?~_");
  }

  // Takes `^ -1`, with optional spaces.
  bool take_inverse() {
    const std::size_t at = std::min(text_.find_first_not_of(" \t", at_ + 1), text_.size());
    if (!text_.substr(at).starts_with("-1")) return false;
    at_ = at + 2;
    return true;
  }

  TokenKind take_word(TokenKind kind) {
    take_while(is_word);
    return kind;
  }

  bool take_number(std::string_view prefixes, std::string_view signs) {
    std::size_t ahead = 0;
    const auto is_one_of = [&](std::string_view all) {
      return peek(ahead) != '\0' && all.find(peek(ahead)) != std::string_view::npos;
    };
    if (is_one_of(prefixes)) ++ahead;
    if (is_one_of(signs)) ++ahead;
    if (!is_digit(peek(ahead))) return false;
    at_ += ahead;
    take_while(is_word);
    return true;
  }

  // A string without a closing quote ends with the line.
  TokenKind take_string(char escape) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '\r') {
      const char c = text_[at_++];
      if (c == '"') break;
      const bool is_escape = c == escape && at_ < text_.size() && text_[at_] != '\n';
      if (escape != '\0' && is_escape) ++at_;
    }
    return TokenKind::String;
  }

  bool take_one_of(std::span<const std::string_view> all) {
    const auto found = std::ranges::find_if(all, [&](std::string_view each) { return sees(each); });
    if (found == all.end()) return false;
    at_ += found->size();
    return true;
  }

  TokenKind take_operator(std::span<const std::string_view> longer, std::string_view single) {
    if (take_one_of(longer)) return TokenKind::Operator;
    if (single.find(peek()) == std::string_view::npos) return take_unknown();
    ++at_;
    return TokenKind::Operator;
  }

  TokenKind take_unknown() {
    at_ += std::max<std::size_t>(1, character_length(text_, at_));
    return TokenKind::Unknown;
  }

  std::string_view text_;
  std::size_t at_;
  Language language_;
  TokenKind last_comment_ = TokenKind::LineComment;
};

}  // namespace

std::vector<Token> scan(std::string_view text, Section section, Language language) {
  return TokenScanner(text, section, language).all();
}

std::vector<Piece> pieces_of(const std::vector<Token>& tokens, std::size_t end) {
  std::vector<Piece> pieces;
  std::vector<Token> comments;
  for (const Token& token : tokens) {
    if (token.is_comment()) {
      comments.push_back(token);
    } else {
      pieces.push_back({token, std::exchange(comments, {}), false});
    }
  }
  pieces.push_back({{TokenKind::Unknown, end, end, 0}, std::move(comments), true});
  return pieces;
}

std::size_t column_of(std::string_view text, std::size_t offset) {
  constexpr std::size_t TabWidth = 8;
  const std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;
  std::size_t column = 0;
  for (const char c : text.substr(line, offset - line)) {
    const bool is_inside = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (c == '\t') {
      column += TabWidth - column % TabWidth;
    } else if (!is_inside && c != '\r') {
      ++column;
    }
  }
  return column;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

}  // namespace drover::editing
