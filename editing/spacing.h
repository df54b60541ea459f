#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "editing/line_writer.h"
#include "support/rmw_operator.h"

namespace drover::editing {

// Words with a space before their parenthesis.
inline constexpr std::array<std::string_view, 10> Control{
    "if", "while", "for", "else", "do", "return", "exists", "forbid", "forall", "in"};
// Words after which an expression begins.
inline constexpr std::array<std::string_view, 12> Leading{"return", "else",   "do",     "in",
                                                          "main",   "help",   "assume", "if",
                                                          "while",  "exists", "forbid", "forall"};
inline constexpr std::array<std::string_view, 7> PrefixOperators{"-", "!", "~", "&", "*", "+", "@"};
inline constexpr std::array<std::string_view, 4> TightOperators{"@", "->", "..", "."};
// Words of the core language with modes, except RMWs.
inline constexpr std::array<std::string_view, 7> WithModes{"load",  "store",     "cas",  "cmpxchg",
                                                           "await", "xchgawait", "fence"};
inline constexpr std::array<std::string_view, 22> TypeWords{
    "int",   "char",       "short",     "long",     "unsigned", "signed",   "bool",    "_Bool",
    "void",  "const",      "volatile",  "register", "static",   "restrict", "_Atomic", "size_t",
    "mtx_t", "spinlock_t", "ptrdiff_t", "struct",   "__int128", "atomic_t"};

inline bool is_type_word(std::string_view word) {
  if (is_among(TypeWords, word)) return true;
  const bool is_atomic =
      word.starts_with("atomic_") && word.find('_', 7) == std::string_view::npos &&
      (word.substr(7) == "int" || word.substr(7) == "bool" || word.substr(7) == "flag" ||
       word.ends_with("long") || word.ends_with("char") || word.ends_with("short") ||
       word == "atomic_uint");
  const bool is_sized = word.ends_with("_t") && word.find("int") != std::string_view::npos;
  return is_atomic || is_sized;
}

// Returns for each bracket's piece the index of its partner. Nothing if brackets do not match.
inline std::optional<std::vector<std::size_t>> matching_brackets(std::string_view text,
                                                                 const std::vector<Piece>& pieces) {
  std::vector<std::size_t> matching(pieces.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view token = pieces[i].token.of(text);
    if (token == "(" || token == "[" || token == "{") {
      open.push_back(i);
    } else if (token == ")" || token == "]" || token == "}") {
      if (open.empty()) return std::nullopt;
      const char opening = text[pieces[open.back()].token.begin];
      const char expected = token == ")" ? '(' : token == "]" ? '[' : '{';
      if (opening != expected) return std::nullopt;
      matching[i] = open.back();
      matching[open.back()] = i;
      open.pop_back();
    }
  }
  return open.empty() ? std::optional(std::move(matching)) : std::nullopt;
}

// Spaces between tokens of the core language and of C. Short-lived.
class CodeSpacing {
 public:
  CodeSpacing(std::string_view text, const std::vector<Piece>& pieces,
              const std::vector<std::size_t>& matching, Language language)
      : text_(text),
        pieces_(pieces),
        matching_(matching),
        language_(language),
        roles_(pieces.size(), Role::Other),
        is_in_header_(pieces.size(), false) {
    if (language_ == Language::C) mark_headers();
    for (std::size_t i = 0; i < pieces_.size(); ++i) roles_[i] = role_of(i);
    mark_colons();
  }

  // Returns the gap between a piece and its predecessor.
  [[nodiscard]] LineWriter::Gap before(std::size_t index) const {
    using Gap = LineWriter::Gap;
    if (index == 0) return Gap::None;
    return wants_space(index) || is_merged(index) ? Gap::Space : Gap::None;
  }
  // True for `for` with three parts, not for the RMW of that name.
  [[nodiscard]] bool is_loop(std::size_t index) const {
    if (text_of(index) != "for" || text_of(index + 1) != "(") return false;
    for (std::size_t i = index + 2; i < matching_[index + 1]; ++i) {
      if (text_of(i) == ";") return true;
      const std::string_view token = text_of(i);
      if (token == "(" || token == "[" || token == "{") i = matching_[i];
    }
    return false;
  }

 private:
  enum class Role : std::uint8_t { Other, Prefix, Binary, Postfix, Declarator, Tight };

  [[nodiscard]] std::string_view text_of(std::size_t index) const {
    return pieces_[index].token.of(text_);
  }

  [[nodiscard]] bool has_gap(std::size_t index) const {
    return pieces_[index].token.begin > pieces_[index - 1].token.end;
  }

  // Marks the tokens outside top-level braces.
  void mark_headers() {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::string_view token = text_of(i);
      if (token == "{") i = matching_[i];
      is_in_header_[i] = token != "{";
    }
  }

  [[nodiscard]] bool is_type(std::size_t index) const {
    if (language_ != Language::C || pieces_[index].token.kind != TokenKind::Name) return false;
    const bool names_struct = index > 0 && text_of(index - 1) == "struct";
    return names_struct || is_type_word(text_of(index));
  }

  [[nodiscard]] bool is_cast(std::size_t close) const {
    return language_ == Language::C && matching_[close] + 1 < close &&
           is_type(matching_[close] + 1);
  }

  // True for the parenthesis of `if (…)` and the like: a statement follows.
  [[nodiscard]] bool ends_header(std::size_t close) const {
    const std::size_t open = matching_[close];
    if (open == 0) return false;
    const std::string_view word = text_of(open - 1);
    return word == "if" || word == "while" || (word == "for" && is_loop(open - 1));
  }

  [[nodiscard]] bool ends_operand(std::size_t index) const {
    const Token& token = pieces_[index].token;
    const std::string_view word = text_of(index);
    if (token.kind == TokenKind::Name) return !is_among(Leading, word) && !is_type(index);
    if (token.kind == TokenKind::Number || token.kind == TokenKind::String) return true;
    if (word == ")") return !is_cast(index) && !ends_header(index);
    return word == "]" || roles_[index] == Role::Postfix;
  }

  [[nodiscard]] Role role_of(std::size_t index) const {
    const std::string_view token = text_of(index);
    if (pieces_[index].token.kind != TokenKind::Operator) return Role::Other;
    if (is_among(TightOperators, token)) return Role::Tight;
    if (std::string_view("()[]{},;:").find(token) != std::string_view::npos) return Role::Other;
    if (is_pin(index)) return Role::Postfix;
    const bool has_operand = index > 0 && ends_operand(index - 1);
    if (token == "++" || token == "--") return has_operand ? Role::Postfix : Role::Prefix;
    const bool follows_type =
        index > 0 && (is_type(index - 1) || roles_[index - 1] == Role::Declarator);
    if (token == "*" && (follows_type || is_in_header_[index])) return Role::Declarator;
    if (!has_operand && is_among(PrefixOperators, token)) return Role::Prefix;
    return Role::Binary;
  }

  // Distinguishes colons like the front end: in conditions, a `:` between names belongs to a
  // register, unless it follows an open `?` and has a space beside it.
  void mark_colons() {
    std::vector<std::size_t> questions;
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::string_view token = text_of(i);
      if (token == "exists" || token == "forbid" || token == "forall") questions = {0};
      if (token == ";") questions.clear();
      if ((token == "(" || token == "[") && !questions.empty()) questions.push_back(0);
      if ((token == ")" || token == "]") && questions.size() > 1) questions.pop_back();
      if (token == "?" && !questions.empty()) ++questions.back();
      if (token != ":") continue;
      if (questions.empty()) {
        const bool is_label =
            i > 0 && pieces_[i - 1].token.kind == TokenKind::Name &&
            (i < 2 || text_of(i - 2) == ";" || text_of(i - 2) == "{" || text_of(i - 2) == "}" ||
             text_of(i - 2) == ":" || text_of(i - 2) == ")" || text_of(i - 2) == "else" ||
             text_of(i - 2) == "do");
        roles_[i] = is_label ? Role::Postfix : Role::Binary;
        continue;
      }
      const bool is_between_names = i > 0 && pieces_[i - 1].token.kind == TokenKind::Name &&
                                    pieces_[i + 1].token.kind == TokenKind::Name;
      const bool is_tight = is_between_names && !has_gap(i) && !has_gap(i + 1);
      if (is_between_names && (questions.back() == 0 || is_tight)) {
        roles_[i] = Role::Tight;
      } else {
        if (questions.back() > 0) --questions.back();
        roles_[i] = Role::Binary;
      }
    }
  }

  [[nodiscard]] bool wants_space_before_parenthesis(std::size_t index) const {
    const std::string_view before = text_of(index - 1);
    if (before == ")") return has_gap(index);
    if (pieces_[index - 1].token.kind == TokenKind::Name) {
      if (before == "for") return is_loop(index - 1);
      if (is_among(Control, before)) return true;
      return is_in_header_[index] && has_gap(index);
    }
    return roles_[index - 1] == Role::Binary;
  }

  // True for `<` and `>` around a type.
  [[nodiscard]] bool is_template(std::size_t index) const {
    const std::string_view token = text_of(index);
    if (language_ != Language::C || (token != "<" && token != ">")) return false;
    const bool has_type_behind = index + 1 < pieces_.size() && is_type(index + 1);
    return token == "<" ? has_type_behind
                        : is_type(index - 1) || roles_[index - 1] == Role::Declarator;
  }

  // True for the comma of `cas@acqrel,acq`.
  [[nodiscard]] bool is_mode_comma(std::size_t index) const {
    if (language_ != Language::Core || text_of(index) != ",") return false;
    const std::size_t pins = index > 0 && text_of(index - 1) == "!" ? 1 : 0;
    if (index <= 2 + pins || text_of(index - 2 - pins) != "@") return false;
    const std::string_view word = text_of(index - 3 - pins);
    return is_among(WithModes, word) || find_rmw(word) != nullptr;
  }

  // True for the `!` of `x@sc!`.
  [[nodiscard]] bool is_pin(std::size_t index) const {
    return language_ == Language::Core && text_of(index) == "!" && index > 1 &&
           (text_of(index - 2) == "@" || is_mode_comma(index - 2));
  }

  // True if it would form another token with its predecessor.
  [[nodiscard]] bool is_merged(std::size_t index) const {
    const std::string both = std::string(text_of(index - 1)) + std::string(text_of(index));
    // The core language has no `--`, and `- -1` keeps its space all the same.
    if (both == "--") return true;
    const std::vector<Token> tokens = scan(both, {0, both.size()}, language_);
    return tokens.size() != 2 || tokens[0].end != text_of(index - 1).size();
  }

  [[nodiscard]] bool wants_space(std::size_t index) const {
    const std::string_view before = text_of(index - 1);
    const std::string_view token = text_of(index);
    if (before == "(" || before == "[" || before == "{" || token == "}") return false;
    if (token == ")" || token == "]" || token == "," || token == ";") return false;
    if (token == "{") return before == "=" || before == ",";
    if (before == ",") return !is_mode_comma(index - 1);
    if (roles_[index] == Role::Tight || roles_[index - 1] == Role::Tight) return false;
    if (roles_[index] == Role::Postfix || roles_[index - 1] == Role::Prefix) return false;
    if (is_template(index) || (before == "<" && is_template(index - 1))) return false;
    // Keeps `int* x` or `int *x`.
    const bool has_star = index + 1 < pieces_.size() && roles_[index] == Role::Declarator;
    if (has_star) return has_gap(index) && !has_gap(index + 1);
    if (roles_[index - 1] == Role::Declarator) return has_gap(index) || !has_gap(index - 1);
    if (token == "(") return wants_space_before_parenthesis(index);
    if (token == "[") return !ends_operand(index - 1);
    if (roles_[index] == Role::Binary || roles_[index - 1] == Role::Binary) return true;
    if (before == ")") return has_gap(index);
    return true;
  }

  std::string_view text_;
  const std::vector<Piece>& pieces_;
  const std::vector<std::size_t>& matching_;
  Language language_;
  std::vector<Role> roles_;
  std::vector<bool> is_in_header_;  // of a C thread
};

}  // namespace drover::editing
