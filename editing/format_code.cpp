#include "editing/format_parts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "editing/line_writer.h"
#include "support/rmw_operator.h"

namespace drover::editing {

namespace {

// Words with a space before their parenthesis.
constexpr std::array<std::string_view, 10> Control{"if",     "while",  "for",    "else",   "do",
                                                   "return", "exists", "forbid", "forall", "in"};
// Words after which an expression begins.
constexpr std::array<std::string_view, 12> Leading{"return", "else",   "do",     "in",
                                                   "main",   "help",   "assume", "if",
                                                   "while",  "exists", "forbid", "forall"};
constexpr std::array<std::string_view, 7> PrefixOperators{"-", "!", "~", "&", "*", "+", "@"};
constexpr std::array<std::string_view, 4> TightOperators{"@", "->", "..", "."};
// Words of the core language with modes, except RMWs.
constexpr std::array<std::string_view, 7> WithModes{"load",  "store",     "cas",  "cmpxchg",
                                                    "await", "xchgawait", "fence"};
constexpr std::array<std::string_view, 22> TypeWords{
    "int",   "char",       "short",     "long",     "unsigned", "signed",   "bool",    "_Bool",
    "void",  "const",      "volatile",  "register", "static",   "restrict", "_Atomic", "size_t",
    "mtx_t", "spinlock_t", "ptrdiff_t", "struct",   "__int128", "atomic_t"};

bool is_type_word(std::string_view word) {
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
std::optional<std::vector<std::size_t>> matching_brackets(std::string_view text,
                                                          const std::vector<Piece>& pieces) {
  std::vector<std::size_t> matching(pieces.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string_view token = pieces[i].token.of(text);
    if (opens(token)) {
      open.push_back(i);
    } else if (closes(token)) {
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
class CodeSpacing : PieceReader {
 public:
  CodeSpacing(std::string_view text, const std::vector<Piece>& pieces,
              const std::vector<std::size_t>& matching, Language language)
      : PieceReader(text, pieces),
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
    if (of(index) != "for" || of(index + 1) != "(") return false;
    for (std::size_t i = index + 2; i < matching_[index + 1]; ++i) {
      if (of(i) == ";") return true;
      if (opens(of(i))) i = matching_[i];
    }
    return false;
  }

 private:
  enum class Role : std::uint8_t { Other, Prefix, Binary, Postfix, Declarator, Tight };

  // Marks the tokens outside top-level braces.
  void mark_headers() {
    for (std::size_t i = 0; i < pieces_.size(); ++i) {
      const std::string_view token = of(i);
      if (token == "{") i = matching_[i];
      is_in_header_[i] = token != "{";
    }
  }

  [[nodiscard]] bool is_type(std::size_t index) const {
    if (language_ != Language::C || kind(index) != TokenKind::Name) return false;
    const bool names_struct = index > 0 && of(index - 1) == "struct";
    return names_struct || is_type_word(of(index));
  }

  [[nodiscard]] bool is_cast(std::size_t close) const {
    return language_ == Language::C && matching_[close] + 1 < close &&
           is_type(matching_[close] + 1);
  }

  // True for the parenthesis of `if (…)` and the like: a statement follows.
  [[nodiscard]] bool ends_header(std::size_t close) const {
    const std::size_t open = matching_[close];
    if (open == 0) return false;
    const std::string_view word = of(open - 1);
    return word == "if" || word == "while" || (word == "for" && is_loop(open - 1));
  }

  [[nodiscard]] bool ends_operand(std::size_t index) const {
    const Token& token = pieces_[index].token;
    const std::string_view word = of(index);
    if (token.kind == TokenKind::Name) return !is_among(Leading, word) && !is_type(index);
    if (token.kind == TokenKind::Number || token.kind == TokenKind::String) return true;
    if (word == ")") return !is_cast(index) && !ends_header(index);
    return word == "]" || roles_[index] == Role::Postfix;
  }

  [[nodiscard]] Role role_of(std::size_t index) const {
    const std::string_view token = of(index);
    if (kind(index) != TokenKind::Operator) return Role::Other;
    if (is_place(index)) return Role::Binary;
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
      const std::string_view token = of(i);
      if (token == "exists" || token == "forbid" || token == "forall") questions = {0};
      if (token == ";") questions.clear();
      if ((token == "(" || token == "[") && !questions.empty()) questions.push_back(0);
      if ((token == ")" || token == "]") && questions.size() > 1) questions.pop_back();
      if (token == "?" && !questions.empty()) ++questions.back();
      if (token != ":") continue;
      if (questions.empty()) {
        const bool is_label =
            i > 0 && kind(i - 1) == TokenKind::Name &&
            (i < 2 || of(i - 2) == ";" || of(i - 2) == "{" || of(i - 2) == "}" ||
             of(i - 2) == ":" || of(i - 2) == ")" || of(i - 2) == "else" || of(i - 2) == "do");
        roles_[i] = is_label ? Role::Postfix : Role::Binary;
        continue;
      }
      const bool is_between_names =
          i > 0 && kind(i - 1) == TokenKind::Name && kind(i + 1) == TokenKind::Name;
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
    const std::string_view before = of(index - 1);
    if (before == ")") return has_gap(index);
    if (kind(index - 1) == TokenKind::Name) {
      if (before == "for") return is_loop(index - 1);
      if (is_among(Control, before)) return true;
      return is_in_header_[index] && has_gap(index);
    }
    return roles_[index - 1] == Role::Binary;
  }

  // True for `<` and `>` around a type.
  [[nodiscard]] bool is_template(std::size_t index) const {
    const std::string_view token = of(index);
    if (language_ != Language::C || (token != "<" && token != ">")) return false;
    const bool has_type_behind = index + 1 < pieces_.size() && is_type(index + 1);
    return token == "<" ? has_type_behind
                        : is_type(index - 1) || roles_[index - 1] == Role::Declarator;
  }

  // True for the comma of `cas@acqrel,acq`.
  [[nodiscard]] bool is_mode_comma(std::size_t index) const {
    if (language_ != Language::Core || of(index) != ",") return false;
    const std::size_t pins = index > 0 && of(index - 1) == "!" ? 1 : 0;
    const std::size_t at = before_mode(index - pins);
    if (at == 0 || of(at) != "@") return false;
    const std::string_view word = of(at - 1);
    return is_among(WithModes, word) || find_rmw(word) != nullptr;
  }
  // Returns the index of the token before the mode that ends before `index`: `acq`, `acq.cta`.
  [[nodiscard]] std::size_t before_mode(std::size_t index) const {
    if (index > 3 && of(index - 2) == ".") index -= 2;
    return index < 2 ? 0 : index - 2;
  }

  // True for the `!` of `x@sc!`.
  [[nodiscard]] bool is_pin(std::size_t index) const {
    if (language_ != Language::Core || of(index) != "!" || index < 2) return false;
    const std::size_t at = before_mode(index);
    return of(at) == "@" || is_mode_comma(at);
  }
  // True for the `@` of `thread t @ cta 0`.
  [[nodiscard]] bool is_place(std::size_t index) const {
    if (language_ != Language::Core || of(index) != "@" || index < 2) return false;
    const bool is_family = of(index - 1) == ")" && matching_[index - 1] > 1;
    return of((is_family ? matching_[index - 1] : index) - 2) == "thread";
  }

  // True if it would form another token with its predecessor.
  [[nodiscard]] bool is_merged(std::size_t index) const {
    const std::string both = std::string(of(index - 1)) + std::string(of(index));
    // The core language has no `--`, and `- -1` keeps its space all the same.
    if (both == "--") return true;
    const std::vector<Token> tokens = scan(both, {0, both.size()}, language_);
    return tokens.size() != 2 || tokens[0].end != of(index - 1).size();
  }

  [[nodiscard]] bool wants_space(std::size_t index) const {
    const std::string_view before = of(index - 1);
    const std::string_view token = of(index);
    if (opens(before) || closes(token) || token == "," || token == ";") return false;
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

  const std::vector<std::size_t>& matching_;
  Language language_;
  std::vector<Role> roles_;
  std::vector<bool> is_in_header_;  // of a C thread
};

constexpr std::size_t Step = 2;        // indentation
constexpr std::size_t MaxWidth = 100;  // of a block on one line
constexpr std::size_t Continued = 4;   // indentation of a broken statement that has none

// Position of a statement's beginning.
enum class Start { NewLine, SameLine };
using enum Start;

// Formats code in braces. Knows enough of the grammars to find the beginnings and ends of
// statements. Keeps the author's choice of one-line blocks and of line breaks in expressions.
// Short-lived.
class CodeFormatter : PieceReader {
 public:
  CodeFormatter(std::string_view text, const std::vector<Piece>& pieces,
                const std::vector<std::size_t>& matching, Language language)
      : PieceReader(text, pieces),
        matching_(matching),
        language_(language),
        spacing_(text, pieces, matching, language),
        writer_(text) {
    count_breaks();
  }

  std::string run() {
    std::size_t at = 0;
    while (!is_end(at)) at = item(at);
    writer_.same_line(pieces_.back(), LineWriter::Gap::None, 0);
    return writer_.take();
  }

 private:
  [[nodiscard]] bool is_end(std::size_t at) const { return at + 1 >= pieces_.size(); }

  void count_breaks() {
    breaks_before_.push_back(0);
    for (const Piece& piece : pieces_) {
      std::size_t breaks = piece.token.breaks;
      for (const Token& comment : piece.comments) {
        const bool has_lines = comment.of(text_).find('\n') != std::string_view::npos;
        breaks += comment.breaks + (comment.kind == TokenKind::LineComment || has_lines ? 1 : 0);
      }
      breaks_before_.push_back(breaks_before_.back() + breaks);
    }
  }
  // True if there is a line break between the two.
  [[nodiscard]] bool is_broken(std::size_t first, std::size_t last) const {
    return breaks_before_[last + 1] > breaks_before_[first + 1];
  }

  // ---- Items

  // Returns the first `{` or `;` outside brackets; a `{` after `=` is an initialiser.
  [[nodiscard]] std::size_t find_end_of_header(std::size_t at) const {
    for (; !is_end(at); ++at) {
      if (is(at, ";")) return at;
      if (is(at, "{") && !is(at - 1, "=")) return at;
      if (opens(of(at))) at = matching_[at];
    }
    return at;
  }

  std::size_t item(std::size_t at) {
    if (is(at, "{")) return block(at, 0, NewLine);
    const std::size_t end = find_end_of_header(at);
    if (!is(end, "{")) return run_of(at, is_end(end) ? end : end + 1, 0, NewLine);
    run_of(at, end, 0, NewLine);
    // Kernel style puts a function's brace on a new line.
    const bool keeps_break = language_ == Language::C && breaks(end) > 0;
    std::size_t behind = block(end, 0, keeps_break ? NewLine : SameLine);
    if (is(at, "struct") && is(behind, ";")) {
      writer_.same_line(pieces_[behind], LineWriter::Gap::None, 0);
      ++behind;
    }
    return behind;
  }

  // ---- Statements

  std::size_t block(std::size_t open, std::size_t indent, Start start) {
    const std::size_t close = matching_[open];
    put(open, indent, start);
    if (close == open + 1 && pieces_[close].comments.empty()) {
      // Keeps both `{}` and `{ }`.
      const bool has_space = pieces_[close].token.begin > pieces_[open].token.end;
      writer_.same_line(pieces_[close], has_space ? LineWriter::Gap::Space : LineWriter::Gap::None,
                        indent);
      return close + 1;
    }
    if (is_inline_) return inline_block(open, indent);
    if (!is_broken(open, close)) {
      const LineWriter::Mark before = writer_.mark();
      writer_.forget_widest();
      is_inline_ = true;
      const std::size_t behind = inline_block(open, indent);
      is_inline_ = false;
      if (writer_.widest() <= MaxWidth) return behind;
      writer_.go_back(before);
    }
    return open_block(open, indent);
  }

  std::size_t inline_block(std::size_t open, std::size_t indent) {
    const std::size_t close = matching_[open];
    std::size_t at = open + 1;
    while (at < close) at = statement(at, indent + Step, SameLine);
    writer_.same_line(pieces_[close], LineWriter::Gap::Space, indent);
    return close + 1;
  }

  std::size_t open_block(std::size_t open, std::size_t indent) {
    const std::size_t close = matching_[open];
    writer_.forbid_blank();
    std::size_t at = open + 1;
    while (at < close) at = statement(at, indent + Step, NewLine);
    if (pieces_[close].comments.empty()) writer_.forbid_blank();
    Piece end = pieces_[close];
    if (!end.comments.empty() && end.token.breaks > 1) end.token.breaks = 1;
    writer_.new_line(end, {.token = indent, .comments = indent + Step});
    return close + 1;
  }

  std::size_t statement(std::size_t at, std::size_t indent, Start start) {
    if (is(at, "{")) return block(at, indent, start);
    if (is(at, "if") || is(at, "while") || spacing_.is_loop(at)) return headed(at, indent, start);
    if (is(at, "do")) return do_loop(at, indent, start);
    if (language_ == Language::Core && is(at, "fn")) return function(at, indent, start);
    const bool is_label =
        language_ == Language::Core && is(at + 1, ":") && kind(at) == TokenKind::Name;
    if (is_label) {
      run_of(at, at + 2, indent, start);
      return statement(at + 2, indent, SameLine);
    }
    return simple(at, indent, start);
  }

  // Formats a function in the specification of an object.
  std::size_t function(std::size_t at, std::size_t indent, Start start) {
    const std::size_t end = find_end_of_header(at);
    if (!is(end, "{")) return simple(at, indent, start);
    run_of(at, end, indent, start);
    return block(end, indent, SameLine);
  }

  // Formats a statement up to its `;`.
  std::size_t simple(std::size_t at, std::size_t indent, Start start) {
    std::size_t end = at;
    while (!is_end(end) && !is(end, ";") && !is(end, "}")) {
      end = opens(of(end)) ? matching_[end] + 1 : end + 1;
    }
    if (is(end, ";")) ++end;
    return run_of(at, std::max(end, at + 1), indent, start);
  }

  // Formats `if (…) …`, `while (…) …`, `for (…) …`.
  std::size_t headed(std::size_t at, std::size_t indent, Start start) {
    if (!is(at + 1, "(")) return simple(at, indent, start);
    const bool is_if = is(at, "if");
    const std::size_t behind = run_of(at, matching_[at + 1] + 1, indent, start);
    const std::size_t next = body(behind, indent);
    if (!is_if || !is(next, "else")) return next;
    follow(next, indent);
    if (is(next + 1, "if")) return statement(next + 1, indent, SameLine);
    return body(next + 1, indent);
  }

  std::size_t do_loop(std::size_t at, std::size_t indent, Start start) {
    put(at, indent, start);
    const std::size_t next = body(at + 1, indent);
    if (!is(next, "while")) return next;
    follow(next, indent);
    std::size_t end = is(next + 1, "(") ? matching_[next + 1] + 1 : next + 1;
    if (is(end, ";")) ++end;
    return rest_of_run(next, end, indent);
  }

  // Formats `else`, and the `while` of `do`: after a brace, or as in the source.
  void follow(std::size_t at, std::size_t indent) {
    const bool is_behind_brace = is(at - 1, "}");
    const bool is_new = !is_inline_ && !is_behind_brace && breaks(at) > 0;
    if (is_new) writer_.forbid_blank();
    put(at, indent, is_new ? NewLine : SameLine);
  }

  // Formats the statement after a header.
  std::size_t body(std::size_t at, std::size_t indent) {
    if (is_end(at)) return at;
    if (is(at, "{")) return block(at, indent, SameLine);
    if (is(at, ";")) {
      writer_.same_line(pieces_[at], LineWriter::Gap::None, indent + Step);
      return at + 1;
    }
    if (!is_inline_ && breaks(at) > 0) {
      writer_.forbid_blank();
      return statement(at, indent + Step, NewLine);
    }
    return statement(at, indent, SameLine);
  }

  // ---- Tokens

  void put(std::size_t at, std::size_t indent, Start start) {
    starts_line_ = start == NewLine;
    if (start == NewLine) {
      writer_.new_line(pieces_[at], {.token = indent, .comments = indent});
    } else {
      writer_.same_line(pieces_[at], LineWriter::Gap::Space, indent);
    }
  }

  // Writes the tokens [begin, end) as one line, or with the source's line breaks.
  std::size_t run_of(std::size_t begin, std::size_t end, std::size_t indent, Start start) {
    put(begin, indent, start);
    return rest_of_run(begin, end, indent);
  }

  std::size_t rest_of_run(std::size_t begin, std::size_t end, std::size_t indent) {
    for (std::size_t i = begin + 1; i < end; ++i) {
      const bool joins = is(i, ";") || is(i, ",");
      const std::size_t column = continued_column(i, begin, indent);
      if (breaks(i) > 0 && !joins && !is_inline_) {
        Piece piece = pieces_[i];
        piece.token.breaks = 1;
        writer_.new_line(piece, {.token = column, .comments = column});
      } else {
        writer_.same_line(pieces_[i], spacing_.before(i), column);
      }
    }
    return end;
  }

  // Keeps the source's distance from the statement's beginning.
  [[nodiscard]] std::size_t continued_column(std::size_t at, std::size_t begin,
                                             std::size_t indent) const {
    if (breaks(at) == 0) return indent + Continued;
    // The distance counts only if the statement begins a line in the source and in the output.
    const bool begins_line = begin == 0 || breaks(begin) > 0;
    if (!begins_line || !starts_line_) return indent + Continued;
    const std::size_t first = column_of(text_, pieces_[begin].token.begin);
    const std::size_t here = column_of(text_, pieces_[at].token.begin);
    return here > first ? indent + here - first : indent + Continued;
  }

  const std::vector<std::size_t>& matching_;
  Language language_;
  CodeSpacing spacing_;
  LineWriter writer_;
  std::vector<std::size_t> breaks_before_;  // prefix sums of line breaks before pieces
  bool is_inline_ = false;
  bool starts_line_ = true;  // the last Start began a line
};

}  // namespace

std::string format_code(std::string_view text, Section section, Language language) {
  const std::vector<Piece> pieces = pieces_of(scan(text, section, language), section.end);
  const auto matching = matching_brackets(text, pieces);
  if (!matching) return std::string(text.substr(section.begin, section.end - section.begin));
  return CodeFormatter(text, pieces, *matching, language).run();
}

}  // namespace drover::editing
