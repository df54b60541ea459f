// Our headers declare many names that a program does not use; skipping them saves time. Most
// programs use a fifth of <pthread.h> and <stdatomic.h>.
//
// A declaration of a header is removed if the names that it declares occur neither in the user's
// text nor in a header declaration that stays. So every name that occurs keeps its declaration, and
// the rest has the same meaning. (Only a hint on a misspelt name could miss a name: after an error,
// the whole text is read again.) Names are compared as words: an unrelated equal word only keeps a
// superfluous declaration. `__drover_is_mentioned` does not use its argument.
//
// A declaration ends with a semicolon or with the body of a function. Recognised forms are those of
// our headers: a typedef, a variable, a function, a struct, an enumeration. Other forms stay.
#include "frontend/c/unused_declarations.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "support/format.h"

namespace drover::c {

namespace {

constexpr std::string_view Header = "<drover>/";

bool is_word_start(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_word_part(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

// A word or a punctuator; literals and numbers are skipped.
struct Piece {
  std::string_view text;
  [[nodiscard]] bool is_word() const { return is_word_start(text[0]) || text[0] == '$'; }
};

template <typename Take>
void for_each_piece(std::string_view line, Take take) {
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at];
    const std::size_t begin = at;
    if (is_word_part(c)) {
      while (at < line.size() && is_word_part(line[at])) ++at;
      if (is_word_start(c) || c == '$') take(Piece{line.substr(begin, at - begin)});
    } else if (c == '"' || c == '\'') {
      for (++at; at < line.size() && line[at] != c; ++at) {
        if (line[at] == '\\') ++at;
      }
      ++at;
    } else {
      ++at;
      if (std::isspace(static_cast<unsigned char>(c)) == 0) take(Piece{line.substr(begin, 1)});
    }
  }
}

struct Line {
  std::uint32_t number = 0;
  std::string_view text;
};

// A declaration of a header.
struct Declaration {
  std::string_view file;
  std::vector<Line> lines;
  std::vector<Piece> pieces;
  bool is_complete = false;
  bool is_used = false;
};

// Returns the constants of an enumeration, the tag of a struct, and the name of a typedef, a
// variable or a function. Empty if the form is unknown.
std::vector<std::string_view> names_of(const Declaration& declaration) {
  const std::vector<Piece>& pieces = declaration.pieces;
  std::vector<std::string_view> names;
  std::size_t depth = 0;  // of braces
  std::string_view last;
  const auto is = [&](std::size_t index, std::string_view text) {
    return index < pieces.size() && pieces[index].text == text;
  };
  const bool is_typedef = is(0, "typedef");
  const bool is_enum = is(0, "enum") || (is_typedef && is(1, "enum"));
  constexpr std::array<std::string_view, 6> Beginnings{"typedef", "enum",          "static",
                                                       "extern",  "_Thread_local", "struct"};
  const bool is_known = std::ranges::any_of(Beginnings, [&](auto word) { return is(0, word); });
  if (!is_known) return {};
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Piece& piece = pieces[i];
    if (piece.text == "{") ++depth;
    if (piece.text == "}") --depth;
    if (depth > 0) {
      if (piece.is_word() && is_enum) names.push_back(piece.text);
      continue;
    }
    // `_Atomic(T)`: the parentheses declare nothing.
    if (piece.text == "_Atomic" && is(i + 1, "(")) {
      while (i < pieces.size() && pieces[i].text != ")") ++i;
      continue;
    }
    if (piece.text == "struct" || piece.text == "union") {
      // The tag may be referenced as well.
      if (i + 1 < pieces.size() && pieces[i + 1].is_word()) names.push_back(pieces[++i].text);
      continue;
    }
    if (piece.is_word()) last = piece.text;
    const bool is_pointer = piece.text == "(" && is(i + 1, "*") && is_typedef;
    if (is_pointer) {
      last = i + 2 < pieces.size() && pieces[i + 2].is_word() ? pieces[i + 2].text : "";
      break;
    }
    if (piece.text == "(" || piece.text == "[" || piece.text == "=" || piece.text == ";") break;
  }
  const bool is_name = std::ranges::find(Beginnings, last) == Beginnings.end();
  if (!last.empty() && is_name) names.push_back(last);
  return names;
}

// A short-lived worker.
class Selection {
 public:
  explicit Selection(std::string_view text) : text_(text) {}

  std::string run() {
    divide();
    choose();
    return print();
  }

 private:
  // A part of the text: lines of the user, or a declaration of a header.
  struct Part {
    std::string_view text;
    std::size_t declaration = None;
  };
  static constexpr std::size_t None = ~std::size_t{0};

  void divide() {
    std::size_t at = 0;
    std::size_t user = 0;  // begin of the user's part
    std::string_view file;
    bool is_header = false;
    std::uint32_t number = 1;
    while (at < text_.size()) {
      const std::size_t begin = at;
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      at = std::min(end + 1, text_.size());
      const std::string_view line = text_.substr(begin, end - begin);
      if (!line.starts_with('#')) {
        if (is_header) {
          add_line(file, number, line);
        } else {
          use_words(line);
        }
        ++number;
        continue;
      }
      const Mark mark = mark_of(line);
      if (mark.file.empty()) {  // a pragma
        ++number;
        continue;
      }
      if (is_header == mark.file.starts_with(Header)) {
        file = mark.file;
        number = mark.line;
        continue;
      }
      if (!is_header) {
        parts_.push_back({.text = text_.substr(user, begin - user)});
      } else {
        end_declaration();
        user = begin;
      }
      is_header = !is_header;
      file = mark.file;
      number = mark.line;
    }
    if (is_header) {
      end_declaration();
    } else {
      parts_.push_back({.text = text_.substr(user)});
    }
  }

  struct Mark {
    std::uint32_t line = 0;
    std::string_view file;
  };
  static Mark mark_of(std::string_view line) {
    const std::size_t open = line.find('"');
    const std::size_t close = line.rfind('"');
    Mark mark;
    if (!line.starts_with("# ") || open == std::string_view::npos || close <= open) return mark;
    for (std::size_t i = 2; i < line.size() && std::isdigit(static_cast<unsigned char>(line[i]));
         ++i) {
      mark.line = mark.line * 10 + static_cast<std::uint32_t>(line[i] - '0');
    }
    mark.file = line.substr(open + 1, close - open - 1);
    return mark;
  }

  void use_words(std::string_view line) {
    for_each_piece(line, [&](const Piece& piece) {
      if (piece.is_word()) used_.insert(piece.text);
    });
  }

  // ---- Declarations

  void add_line(std::string_view file, std::uint32_t number, std::string_view line) {
    std::size_t begin = 0;
    for_each_piece(line, [&](const Piece& piece) {
      const auto at = static_cast<std::size_t>(piece.text.data() - line.data());
      if (!is_open_) {
        is_open_ = true;
        begin = at;
        declarations_.push_back({.file = file, .lines = {}, .pieces = {}});
      }
      declarations_.back().pieces.push_back(piece);
      if (!ends_with(piece.text)) return;
      const std::size_t end = at + piece.text.size();
      declarations_.back().lines.push_back({number, line.substr(begin, end - begin)});
      declarations_.back().is_complete = true;
      begin = end;
      end_declaration();
    });
    if (is_open_) declarations_.back().lines.push_back({number, line.substr(begin)});
  }
  void end_declaration() {
    if (!declarations_.empty() && (parts_.empty() || last_part_ != declarations_.size())) {
      parts_.push_back({.text = "", .declaration = declarations_.size() - 1});
      last_part_ = declarations_.size();
    }
    is_open_ = false;
    depth_ = 0;
    is_body_ = false;
    before_ = "";
  }
  // True if the declaration ends with this piece.
  bool ends_with(std::string_view piece) {
    const std::string_view before = std::exchange(before_, piece);
    if (piece == "{" || piece == "(" || piece == "[") {
      if (depth_ == 0 && piece == "{") is_body_ = before == ")";
      ++depth_;
      return false;
    }
    if (piece == "}" || piece == ")" || piece == "]") {
      if (depth_ > 0) --depth_;
      return depth_ == 0 && piece == "}" && is_body_;
    }
    return depth_ == 0 && piece == ";";
  }

  // ---- Selection

  void choose() {
    std::vector<std::vector<std::string_view>> names;
    for (const Declaration& each : declarations_) {
      names.push_back(each.is_complete ? names_of(each) : std::vector<std::string_view>{});
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Implication& each : Implications) {
        if (used_.contains(each.used)) used_.insert(each.needed);
      }
      // Declarations precede their uses: backwards, few rounds are needed.
      for (std::size_t i = declarations_.size(); i-- > 0;) {
        const bool is_new =
            !declarations_[i].is_used &&
            (names[i].empty() || std::ranges::any_of(names[i], [&](std::string_view name) {
               return used_.contains(name);
             }));
        if (!is_new) continue;
        use(declarations_[i]);
        has_changed = true;
      }
    }
  }
  void use(Declaration& declaration) {
    declaration.is_used = true;
    const std::vector<Piece>& pieces = declaration.pieces;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      if (!pieces[i].is_word()) continue;
      used_.insert(pieces[i].text);
      if (pieces[i].text == "__drover_is_mentioned") i += 2;  // `(` and the name
    }
  }

  [[nodiscard]] std::string print() const {
    std::string out;
    out.reserve(text_.size());
    for (const Part& part : parts_) {
      if (part.declaration == None) {
        out += part.text;
        if (!out.empty() && out.back() != '\n') out += '\n';
        continue;
      }
      const Declaration& declaration = declarations_[part.declaration];
      if (!declaration.is_used) continue;
      std::uint32_t number = 0;  // number of the next line
      for (const Line& line : declaration.lines) {
        if (line.number != number) out += format("# {} \"{}\"\n", line.number, declaration.file);
        out += line.text;
        out += '\n';
        number = line.number + 1;
      }
    }
    return out;
  }

  std::string_view text_;
  std::vector<Declaration> declarations_;
  std::vector<Part> parts_;
  std::size_t last_part_ = 0;
  std::unordered_set<std::string_view> used_;
  bool is_open_ = false;  // the last declaration continues
  std::size_t depth_ = 0;
  bool is_body_ = false;  // the braces belong to a function
  std::string_view before_;
};

}  // namespace

std::string without_unused_declarations(const std::string& text) { return Selection(text).run(); }

}  // namespace drover::c
