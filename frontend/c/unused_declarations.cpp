// Our headers declare many names that a program does not use; skipping them saves time. Most
// programs use a fifth of <pthread.h> and <stdatomic.h>.
//
// A declaration of a header is removed if the names that it declares occur neither in the user's
// text nor in a header declaration that stays. So every name that occurs keeps its declaration, and
// the rest has the same meaning. (Hints on misspelt names know the other names.) Names are compared
// as words: an unrelated equal word only keeps a superfluous declaration. `__drover_is_mentioned`
// does not use its argument.
//
// A declaration ends with a line that ends in a semicolon or in the brace of a function's body.
// Recognised forms are those of our headers: typedefs, a variable, a function, a struct, an
// enumeration. Other forms stay.
#include "frontend/c/unused_declarations.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "frontend/c/builtins.h"
#include "frontend/c/line_map.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "frontend/c/scan.h"
#include "support/format.h"

namespace drover::c {

namespace {

using Words = std::vector<std::string_view>;  // or signs

bool is_word(std::string_view token) {
  return !token.empty() && is_word_character(token[0]) && !is_digit(token[0]);
}

// Returns the constants of an enumeration, the tag of a struct, and the names of typedefs, a
// variable or a function. Empty if the form is unknown.
Words names_of(const Words& tokens) {
  constexpr std::array<std::string_view, 6> Beginnings{"typedef", "enum",          "static",
                                                       "extern",  "_Thread_local", "struct"};
  const auto is_beginning = [&](std::string_view word) {
    return std::ranges::find(Beginnings, word) != Beginnings.end();
  };
  const auto token = [&](std::size_t i) { return i < tokens.size() ? tokens[i] : ""; };
  if (!is_beginning(token(0))) return {};
  const bool is_enum = token(0) == "enum" || token(1) == "enum";
  Words names;
  std::size_t depth = 0;  // of braces
  std::string_view last;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (token(i) == "{") ++depth;
    if (token(i) == "}") --depth;
    if (depth > 0) {
      if (is_enum && is_word(token(i))) names.push_back(token(i));
    } else if (token(i) == "_Atomic" && token(i + 1) == "(") {
      // The parentheses of `_Atomic(T)` declare nothing.
      while (i < tokens.size() && token(i) != ")") ++i;
    } else if ((token(i) == "struct" || token(i) == "union") && is_word(token(i + 1))) {
      names.push_back(token(++i));  // the tag may be referenced as well
    } else if (token(i) == "(" && token(i + 1) == "*" && token(0) == "typedef") {
      last = token(i + 2);
      break;
    } else if (is_word(token(i))) {
      last = token(i);
    } else if (token(i) == ",") {
      names.push_back(last);
    } else if (std::string_view("([=;").find(token(i)) != std::string_view::npos) {
      break;
    }
  }
  if (is_word(last) && !is_beginning(last)) names.push_back(last);
  return names;
}

// A declaration of a header, or lines of the user.
struct Part {
  std::string_view text = {};
  LineMark place = {};  // of a declaration
  Words tokens = {};
  Words names = {};
  bool is_kept = false;
};

// A short-lived worker.
class Selection {
 public:
  explicit Selection(std::string_view text) : text_(text) {}

  UsedText run() {
    divide();
    choose();
    UsedText out;
    out.text.reserve(text_.size());
    for (const Part& part : parts_) {
      if (!part.is_kept) {
        out.left_out.insert(out.left_out.end(), part.names.begin(), part.names.end());
        continue;
      }
      if (!part.place.file.empty()) {
        out.text += format("# {} \"{}\"\n", part.place.line, part.place.file);
      }
      out.text += part.text;
    }
    return out;
  }

 private:
  void divide() {
    LineMark here;
    bool is_header = false;
    bool is_open = false;  // the last part continues
    std::int64_t depth = 0;
    for (std::size_t at = 0; at < text_.size();) {
      const std::size_t begin = at;
      const std::size_t end = std::min(text_.find('\n', at), text_.size());
      at = std::min(end + 1, text_.size());
      const std::string_view line = text_.substr(begin, end - begin);
      const auto mark = line_mark_of(line);
      if (mark && !mark->file.empty()) {
        const bool was_header = is_header;
        is_header = mark->file.starts_with(preprocessor::HeaderFolder);
        here = *mark;
        if (!is_header || !was_header) is_open = false;
      }
      const Words tokens = line.starts_with('#') ? Words() : words_of(line);
      if (!is_open && (!is_header || !tokens.empty())) {
        parts_.push_back({.place = is_header ? here : LineMark{}, .is_kept = !is_header});
        parts_.back().text = text_.substr(begin, 0);
        is_open = true;
        depth = 0;
      }
      if (is_open) {
        Part& part = parts_.back();
        part.text = {part.text.data(), part.text.size() + (at - begin)};
        part.tokens.insert(part.tokens.end(), tokens.begin(), tokens.end());
        for (const std::string_view token : tokens) {
          depth += token == "{" || token == "(" || token == "[" ? 1 : 0;
          depth -= token == "}" || token == ")" || token == "]" ? 1 : 0;
        }
        const bool is_end = !tokens.empty() && (tokens.back() == ";" || tokens.back() == "}");
        if (is_header && is_end && depth == 0) {
          part.names = names_of(part.tokens);
          is_open = false;
        }
      }
      if (!mark) ++here.line;
    }
  }
  static Words words_of(std::string_view line) {
    Words words;
    for (const TextSpan& token : tokens_of(line)) {
      words.push_back(line.substr(token.begin, token.size()));
    }
    return words;
  }

  void choose() {
    for (const Part& part : parts_) {
      if (part.is_kept) use(part.tokens);
    }
    for (bool has_changed = true; has_changed;) {
      has_changed = false;
      for (const Implication& each : Implications) {
        if (used_.contains(each.used)) used_.insert(each.needed);
      }
      // Declarations precede their uses: backwards, few rounds are needed.
      for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
        const auto is_used = [&](std::string_view name) {
          if (name.starts_with(CalledBuiltin)) name.remove_prefix(CalledBuiltin.size());
          return used_.contains(name);
        };
        const bool is_new =
            !part->is_kept && (part->names.empty() || std::ranges::any_of(part->names, is_used));
        if (!is_new) continue;
        part->is_kept = has_changed = true;
        use(part->tokens);
      }
    }
  }
  void use(const Words& tokens) {
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      if (is_word(tokens[i])) used_.insert(tokens[i]);
      if (tokens[i] == "__drover_is_mentioned") i += 2;  // `(` and the name
    }
  }

  std::string_view text_;
  std::vector<Part> parts_;
  std::unordered_set<std::string_view> used_;
};

}  // namespace

UsedText without_unused_declarations(const std::string& text) { return Selection(text).run(); }

}  // namespace drover::c
