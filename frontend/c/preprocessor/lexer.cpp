// Tokens [C11 6.4], with `$` in names as in GNU C. Lines that end in a backslash are joined first,
// in a copy without carriage returns. A token has the line and column of its begin in the file.
//
// Characters that C does not have become strange tokens: the compiler reports them, but not in
// skipped lines. Errors that the compiler reports even in skipped lines throw NotOurs: unterminated
// comments and quotes, backslashes at the end of the file or before spaces at the end of a line.
#include "frontend/c/preprocessor/lexer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/c/preprocessor/predefined.h"

namespace drover::c::preprocessor {

namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

// Longest first [C11 6.4 p4].
constexpr std::array<std::string_view, 4> SignsOfThree{"...", "<<=", ">>=", "%:%:"};
constexpr std::array<std::string_view, 25> SignsOfTwo{
    "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "*=", "/=",
    "%=", "+=", "-=", "&=", "^=", "|=", "##", "<:", ":>", "<%", "%>", "%:"};
constexpr std::string_view SignsOfOne = "[](){}.&*+-~!/%<>^|?:;=,#@`";

class Lexer {
 public:
  Lexer(std::string_view text, Names& names) : text_(text), names_(names) {}

  LexedFile run() {
    if (text_.starts_with("\xEF\xBB\xBF")) throw NotOurs{"a byte order mark"};
    join_lines();
    file_.tokens.reserve(text_.size() / 4 + 2);
    is_line_start_ = true;
    for (;;) {
      skip_white();
      if (at_ >= text_.size()) break;
      add_token();
    }
    file_.line_ends.push_back(line_);
    file_.tokens.push_back(begin_token(TokenKind::End));
    return std::move(file_);
  }

  // Returns the token that is the whole text; nothing if there is none.
  std::optional<Token> run_once() {
    if (text_.empty() || text_.starts_with("//") || text_.starts_with("/*")) return std::nullopt;
    add_token();
    const Token token = file_.tokens.front();
    const bool is_whole = at_ == text_.size() && token.kind != TokenKind::Strange;
    return is_whole ? std::optional(token) : std::nullopt;
  }

 private:
  // [C11 5.1.1.2 p1], phase 2.
  void join_lines() {
    const bool has_return = text_.find('\r') != std::string_view::npos;
    std::size_t backslash = text_.find('\\');
    bool joins = false;
    for (; backslash != std::string_view::npos && !joins;
         backslash = text_.find('\\', backslash + 1)) {
      joins = ends_line(backslash + 1);
    }
    if (!joins && !has_return) return;
    std::string joined;
    joined.reserve(text_.size());
    for (std::size_t i = 0; i < text_.size(); ++i) {
      const char c = text_[i];
      if (c == '\r') {
        if (i + 1 >= text_.size() || text_[i + 1] != '\n') throw NotOurs{"a carriage return"};
        continue;
      }
      if (c != '\\' || !ends_line(i + 1)) {
        joined += c;
        continue;
      }
      const std::size_t end = text_.find('\n', i);
      const bool is_plain = end == i + 1 || (end == i + 2 && text_[i + 1] == '\r');
      if (!is_plain) throw NotOurs{"spaces behind a backslash"};
      if (end + 1 == text_.size()) throw NotOurs{"a backslash at the end"};
      i = end;
      joints_.push_back(static_cast<std::uint32_t>(joined.size()));
    }
    const bool ends_joined =
        !joints_.empty() && joined.find('\n', joints_.back()) == std::string::npos;
    if (ends_joined) throw NotOurs{"joined lines at the end"};
    text_ = names_.keep(std::move(joined));
  }
  // True if only white space follows up to the end of the line.
  [[nodiscard]] bool ends_line(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\f' ||
                                 text_[at] == '\v' || text_[at] == '\r')) {
      ++at;
    }
    if (at >= text_.size()) throw NotOurs{"a backslash at the end"};
    return text_[at] == '\n';
  }

  [[nodiscard]] char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  // Counts the lines that were joined before this place.
  void count_joints() {
    for (; next_joint_ < joints_.size() && joints_[next_joint_] <= at_; ++next_joint_) {
      ++line_;
      line_begin_ = std::max<std::size_t>(line_begin_, joints_[next_joint_]);
    }
  }

  void skip_white() {
    is_white_ = false;
    for (; at_ < text_.size(); is_white_ = true) {
      const char c = text_[at_];
      if (c == '\n') {
        count_joints();
        file_.line_ends.push_back(line_);
        ++line_;
        line_begin_ = ++at_;
        is_line_start_ = true;
      } else if (c == ' ' || c == '\t') {
        ++at_;
      } else if (c == '\f' || c == '\v') {
        if (is_directive_ && !is_line_start_) throw NotOurs{"a form feed in a directive"};
        ++at_;
      } else if (c == '/' && peek(1) == '/') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (c == '/' && peek(1) == '*') {
        skip_comment();
      } else {
        return;
      }
    }
  }
  void skip_comment() {
    const std::size_t end = text_.find("*/", at_ + 2);
    if (end == std::string_view::npos) throw NotOurs{"a comment without an end"};
    const std::string_view comment = text_.substr(at_, end - at_);
    const auto breaks = std::ranges::count(comment, '\n');
    line_ += static_cast<std::uint32_t>(breaks);
    if (breaks > 0) line_begin_ = at_ + comment.rfind('\n') + 1;
    at_ = end + 2;
  }

  Token begin_token(TokenKind kind) {
    count_joints();
    Token token{.kind = kind, .line = line_};
    if (is_white_) token.set(Token::White);
    if (is_line_start_) token.set(Token::LineStart);
    token.columns.begin = static_cast<std::uint32_t>(at_ - line_begin_);
    return token;
  }

  void add_token() {
    Token token = begin_token(TokenKind::Sign);
    const std::size_t begin = at_;
    const char c = text_[at_];
    if (is_name_start(c)) {
      token.kind = name_or_literal();
    } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
      token.kind = TokenKind::Number;
      skip_number();
    } else if (c == '"' || c == '\'') {
      token.kind = literal();
    } else if (c == '<' && takes_header_name() && skip_header_name()) {
      token.kind = TokenKind::HeaderName;
    } else {
      token.kind = sign();
    }
    token.text = text_.substr(begin, at_ - begin);
    token.columns.end = token.columns.begin + static_cast<std::uint32_t>(token.text.size());
    if (token.kind == TokenKind::Name) token.name = &names_.get(token.text);
    follow_directive(token);
    is_line_start_ = false;
    is_white_ = false;
    file_.tokens.push_back(token);
  }

  TokenKind name_or_literal() {
    const std::size_t begin = at_;
    while (is_name_part(peek())) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const char next = peek();
    if (next == '\\' || static_cast<unsigned char>(next) >= 0x80) {
      ++at_;
      return TokenKind::Strange;
    }
    const bool is_wide = name == "L" || name == "u" || name == "U";
    if (next == '"' && (is_wide || name == "u8")) return literal();
    if (next == '\'' && is_wide) return literal();
    const bool is_raw =
        next == '"' && name.ends_with('R') &&
        (name == "R" || name == "LR" || name == "uR" || name == "UR" || name == "u8R");
    if (is_raw) throw NotOurs{"a raw string"};
    return TokenKind::Name;
  }

  // [C11 6.4.8]
  void skip_number() {
    for (++at_; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      const char before = text_[at_ - 1];
      const bool is_sign = (c == '+' || c == '-') &&
                           (before == 'e' || before == 'E' || before == 'p' || before == 'P');
      if (!is_name_part(c) && c != '.' && !is_sign) return;
    }
  }

  // [C11 6.4.4.4, 6.4.5]
  TokenKind literal() {
    const char quote = text_[at_++];
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' && peek(1) != '\n' ? 2 : 1;
    }
    // The compiler reports this even in skipped lines.
    if (at_ >= text_.size() || text_[at_] == '\n') throw NotOurs{"a quote without another one"};
    const bool is_empty = at_ == begin;
    ++at_;
    if (text_.substr(begin, at_ - begin).find('\0') != std::string_view::npos) {
      return TokenKind::Strange;
    }
    if (quote == '"') return TokenKind::String;
    return is_empty ? TokenKind::Strange : TokenKind::Character;
  }

  TokenKind sign() {
    const std::string_view rest = text_.substr(at_);
    // The characters of longer signs are all among those of one.
    const bool may_be_long = rest.size() > 1 && SignsOfOne.find(rest[1]) != std::string_view::npos;
    if (may_be_long) {
      for (const std::string_view each : SignsOfThree) {
        if (rest.starts_with(each)) return take(each.size());
      }
      for (const std::string_view each : SignsOfTwo) {
        if (rest.starts_with(each)) return take(each.size());
      }
    }
    const bool is_known = SignsOfOne.find(rest[0]) != std::string_view::npos;
    ++at_;
    return is_known ? TokenKind::Sign : TokenKind::Strange;
  }
  TokenKind take(std::size_t size) {
    at_ += size;
    return TokenKind::Sign;
  }

  // ---- [C11 6.4.7]: names of headers are tokens in `#include`, and in `__has_include`

  void follow_directive(const Token& token) {
    if (is_line_start_) {
      is_directive_ = token.is_hash();
      place_in_directive_ = 0;
      includes_ = false;
      asks_ = false;
    } else if (is_directive_) {
      ++place_in_directive_;
      const bool is_include = place_in_directive_ == 1 && token.text == "include";
      const bool is_asking = token.text == "__has_include" || (asks_ && token.is("("));
      includes_ = is_include || (asks_ && token.is("("));
      asks_ = is_asking && !includes_;
    }
  }
  [[nodiscard]] bool takes_header_name() const {
    return is_directive_ && includes_ && !is_line_start_;
  }
  bool skip_header_name() {
    const std::size_t end = text_.find_first_of(">\n", at_);
    if (end == std::string_view::npos || text_[end] != '>') return false;
    at_ = end + 1;
    return true;
  }

  std::string_view text_;
  Names& names_;
  LexedFile file_;
  std::vector<std::uint32_t> joints_;  // places where lines were joined
  std::size_t next_joint_ = 0;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  std::size_t line_begin_ = 0;  // of the line in the file
  bool is_white_ = false;
  bool is_line_start_ = false;
  bool is_directive_ = false;
  std::uint32_t place_in_directive_ = 0;
  bool includes_ = false;  // the name of a header may follow
  bool asks_ = false;      // after `__has_include`
};

}  // namespace

LexedFile lex(std::string_view text, Names& names) { return Lexer(text, names).run(); }

std::optional<Token> lex_one(std::string_view text, Names& names) {
  return Lexer(text, names).run_once();
}

std::string quoted(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

const PredefinedMacro* predefined_macro(std::string_view name) {
  const auto macros = predefined_macros();
  const auto found = std::ranges::lower_bound(macros, name, {}, &PredefinedMacro::name);
  return found != macros.end() && found->name == name ? &*found : nullptr;
}

// True for a macro that other compilers for this machine may define differently or not at all.
bool is_foreign(std::string_view name) {
  constexpr std::array<std::string_view, 9> Beginnings{"__has_",  "__clang", "__llvm",
                                                       "__GNUC",  "__GCC",   "__OPTIMIZE",
                                                       "__INTEL", "__TINYC", "__is_identifier"};
  constexpr std::array<std::string_view, 9> Others{"_Pragma",    "__pragma",      "__DATE__",
                                                   "__TIME__",   "__TIMESTAMP__", "__VA_ARGS__",
                                                   "__VA_OPT__", "__VERSION__",   "__BASE_FILE__"};
  if (!name.starts_with('_')) return false;
  return std::ranges::find(Others, name) != Others.end() ||
         std::ranges::any_of(
             Beginnings, [&](std::string_view beginning) { return name.starts_with(beginning); });
}

Name& Names::get(std::string_view text) {
  const auto found = names_.find(text);
  if (found != names_.end()) return found->second;
  Name& name = names_.try_emplace(text).first->second;
  name.text = text;
  struct Special {
    std::string_view text;
    NameKind kind;
  };
  constexpr std::array Specials{
      Special{"__LINE__", NameKind::Line}, Special{"__FILE__", NameKind::File},
      Special{"__COUNTER__", NameKind::Counter}, Special{"__INCLUDE_LEVEL__", NameKind::Level}};
  const auto* special = std::ranges::find(Specials, text, &Special::text);
  if (special != Specials.end()) {
    name.kind = special->kind;
  } else if (const PredefinedMacro* known = predefined_macro(text)) {
    name.kind = known->is_target ? NameKind::Predefined : NameKind::Foreign;
  } else if (is_foreign(text)) {
    name.kind = NameKind::Foreign;
  }
  return name;
}

}  // namespace drover::c::preprocessor
