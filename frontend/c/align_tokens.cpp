// The preprocessor gives the line of a token, not its place in the line. This file recovers the
// place. The tokens of the line and of the preprocessed text are the same, in order, except for
// macro uses: a name, or a name with arguments in parentheses, stands for any number of tokens. The
// aligner does not know which words are macros. Of all alignments of the line, it picks one with
// many equal tokens and few macro uses.

#include "frontend/c/align_tokens.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <optional>

namespace drover::c {

namespace {

// Returns the tokens of a line. The line may begin within a comment, and continue in the next line.
std::vector<LinePart> tokens_of_line(std::string_view line) {
  const std::size_t end = line.find("*/");
  const bool is_in_comment =
      end != std::string_view::npos && line.substr(0, end).find("/*") == std::string_view::npos;
  std::vector<LinePart> tokens;
  for (std::size_t at = next_token(line, is_in_comment ? end + 2 : 0); at < line.size();) {
    const std::size_t stop = token_end(line, at);
    tokens.push_back({at, stop});
    at = next_token(line, stop);
  }
  if (!tokens.empty() && line.substr(tokens.back().begin) == "\\") tokens.pop_back();
  return tokens;
}

// The number of open brackets at a token. The expansion of a macro usually closes the brackets that
// it opens. So a token has the same depth in the line and in the preprocessed text.
class Depth {
 public:
  std::int32_t at(std::string_view token) {
    if (token == "(" || token == "{" || token == "[") return open_++;
    if (token == ")" || token == "}" || token == "]") return --open_;
    return open_;
  }

 private:
  std::int32_t open_ = 0;
};

// A short-lived worker: holds references to the tokens.
class Aligner {
 public:
  Aligner(std::string_view line, const std::vector<std::string_view>& made)
      : line_(line), written_(tokens_of_line(line)), made_(made) {
    find_closing();
    Depth depth;
    for (std::size_t i = 0; i < written_.size(); ++i) depths_.push_back(depth.at(text(i)));
    depth = {};
    for (const std::string_view token : made_) made_depths_.push_back(depth.at(token));
  }

  std::vector<LinePart> align() {
    constexpr std::size_t MaxCells = std::size_t{1} << 20U;
    const std::size_t same = same_at_first();
    const bool is_large = (written_.size() + 1) * (made_.size() + 1) > MaxCells;
    if (is_large || same == made_.size()) {
      places_.assign(written_.begin(), written_.begin() + static_cast<std::ptrdiff_t>(same));
      place_rest(same);
      return std::move(places_);
    }
    search();
    follow();
    return std::move(places_);
  }

 private:
  using Score = std::int32_t;
  static constexpr Score Failure = -(1 << 24);  // tokens without a place are left

  [[nodiscard]] std::string_view text(std::size_t i) const {
    return line_.substr(written_[i].begin, written_[i].end - written_[i].begin);
  }
  [[nodiscard]] bool is_name(std::size_t i) const {
    const char first = line_[written_[i].begin];
    return is_word_character(first) && std::isdigit(static_cast<unsigned char>(first)) == 0;
  }

  [[nodiscard]] std::size_t same_at_first() const {
    std::size_t same = 0;
    while (same < written_.size() && same < made_.size() && text(same) == made_[same]) ++same;
    return same;
  }

  // Finds matching parentheses. An unclosed parenthesis ends at the end of the line. An unopened
  // one ends a group that began on an earlier line.
  void find_closing() {
    closing_.assign(written_.size(), written_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < written_.size(); ++i) {
      if (text(i) == "(") open.push_back(i);
      if (text(i) != ")") continue;
      if (open.empty()) {
        if (!continued_) continued_ = i + 1;
        continue;
      }
      closing_[open.back()] = i + 1;
      open.pop_back();
    }
  }

  // Returns the index after a macro use with arguments.
  [[nodiscard]] std::optional<std::size_t> behind_call(std::size_t i) const {
    if (i + 1 >= written_.size() || text(i + 1) != "(") return std::nullopt;
    return closing_[i + 1];
  }

  // ---- Scores: the number of equal tokens from two positions on

  [[nodiscard]] std::size_t cell(std::size_t i, std::size_t j) const {
    return i * (made_.size() + 1) + j;
  }
  // The score between macro uses.
  [[nodiscard]] Score plain(std::size_t i, std::size_t j) const { return plain_[cell(i, j)]; }
  // The score after a macro use with arguments: more tokens of its expansion may follow.
  [[nodiscard]] Score after(std::size_t i, std::size_t j) const { return after_[cell(i, j)]; }
  // The score after a macro use without arguments; the token before is its name.
  [[nodiscard]] Score after_name(std::size_t i, std::size_t j) const {
    return after_name_[cell(i, j)];
  }
  // A macro seldom expands to its own name.
  [[nodiscard]] Score cost_of_name(std::size_t i, std::size_t j) const {
    constexpr Score Cost = 8;
    return i > 0 && text(i - 1) == made_[j] ? Cost : 0;
  }

  [[nodiscard]] Score same_here(std::size_t i, std::size_t j) const {
    const bool is_same = i < written_.size() && j < made_.size() && text(i) == made_[j];
    if (!is_same) return std::numeric_limits<Score>::min();
    return plain(i + 1, j + 1) + (depths_[i] == made_depths_[j] ? 1 : 0);
  }

  // A use must explain at least one token. A name before parentheses usually takes arguments.
  static constexpr Score CostOfUse = 1;
  static constexpr Score CostOfParentheses = 4;

  [[nodiscard]] Score use_of_name(std::size_t i, std::size_t j) const {
    const Score cost = behind_call(i) ? CostOfUse + CostOfParentheses : CostOfUse;
    return after_name(i + 1, j) - cost;
  }
  [[nodiscard]] Score use_with_arguments(std::size_t behind, std::size_t j) const {
    return after(behind, j) - CostOfUse;
  }

  [[nodiscard]] Score plain_score(std::size_t i, std::size_t j) const {
    if (i == written_.size()) return j == made_.size() ? 0 : Failure;
    Score best = std::max(Failure, same_here(i, j));
    if (!is_name(i)) return best;
    best = std::max(best, use_of_name(i, j));
    if (const auto behind = behind_call(i)) best = std::max(best, use_with_arguments(*behind, j));
    return best;
  }

  void search() {
    const std::size_t cells = cell(written_.size(), made_.size()) + 1;
    plain_.resize(cells);
    after_.resize(cells);
    after_name_.resize(cells);
    for (std::size_t i = written_.size() + 1; i-- > 0;) {
      for (std::size_t j = made_.size() + 1; j-- > 0;) {
        plain_[cell(i, j)] = plain_score(i, j);
        const bool is_end = j == made_.size();
        const Score here = plain(i, j);
        after_[cell(i, j)] = is_end ? here : std::max(here, after(i, j + 1));
        after_name_[cell(i, j)] =
            is_end ? here : std::max(here, after_name(i, j + 1) - cost_of_name(i, j));
      }
    }
  }

  // ---- Places

  void follow() {
    std::size_t i = 0;
    std::size_t j = 0;
    if (continued_ && after(*continued_, 0) > plain(0, 0)) {
      i = *continued_;
      j = place_use(0, i, 0, made_up_to(i, 0));
    }
    while (j < made_.size()) {
      const Score score = plain(i, j);
      if (i < written_.size() && score == same_here(i, j)) {
        places_.push_back(written_[i++]);
        ++j;
      } else if (i == written_.size() || score == Failure) {
        place_rest(i);
        return;
      } else {
        const auto call = behind_call(i);
        const bool is_call = call && score == use_with_arguments(*call, j);
        const std::size_t behind = is_call ? *call : i + 1;
        j = place_use(i, behind, j, is_call ? made_up_to(*call, j) : made_of_name_up_to(i + 1, j));
        i = behind;
      }
    }
  }

  // Returns the end of a macro's expansion, where the line continues as written.
  [[nodiscard]] std::size_t made_up_to(std::size_t i, std::size_t j) const {
    const Score score = after(i, j);
    while (plain(i, j) != score) ++j;
    return j;
  }
  [[nodiscard]] std::size_t made_of_name_up_to(std::size_t i, std::size_t j) const {
    Score score = after_name(i, j);
    for (; plain(i, j) != score; ++j) score += cost_of_name(i, j);
    return j;
  }

  // Places the tokens of a macro's expansion. Returns its end.
  std::size_t place_use(std::size_t from, std::size_t behind, std::size_t j, std::size_t end) {
    const LinePart use{written_[from].begin, written_[behind - 1].end};
    std::size_t next = from;  // next token of the arguments
    for (; j < end; ++j) {
      const auto found = in_arguments(made_[j], from, behind, next);
      places_.push_back(found ? written_[*found] : use);
      if (found) next = *found + 1;
    }
    return end;
  }

  // Finds a token that follows the last one found, or a word further on.
  [[nodiscard]] std::optional<std::size_t> in_arguments(std::string_view token, std::size_t from,
                                                        std::size_t behind,
                                                        std::size_t next) const {
    const std::size_t first = from + 2;  // after the name and the parenthesis
    if (first >= behind) return std::nullopt;
    const std::size_t last = text(behind - 1) == ")" ? behind - 1 : behind;
    if (next >= first && next < last && text(next) == token) return next;
    if (!is_word_character(token[0])) return std::nullopt;
    for (std::size_t i = std::max(first, next); i < last; ++i) {
      if (text(i) == token) return i;
    }
    for (std::size_t i = first; i < std::min(next, last); ++i) {
      if (text(i) == token) return i;
    }
    return std::nullopt;
  }

  // Places the remaining tokens at the next token of the line.
  void place_rest(std::size_t i) {
    const LinePart rest = i < written_.size() ? written_[i] : LinePart{line_.size(), line_.size()};
    places_.resize(made_.size(), rest);
  }

  std::string_view line_;
  std::vector<LinePart> written_;
  const std::vector<std::string_view>& made_;
  std::vector<std::size_t> closing_;      // by parenthesis: the index after its partner
  std::optional<std::size_t> continued_;  // index after the first unopened parenthesis
  std::vector<std::int32_t> depths_;      // of the tokens as written
  std::vector<std::int32_t> made_depths_;
  std::vector<Score> plain_;
  std::vector<Score> after_;
  std::vector<Score> after_name_;
  std::vector<LinePart> places_;
};

}  // namespace

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

std::size_t token_end(std::string_view text, std::size_t at) {
  if (is_word_character(text[at])) {
    while (at < text.size() && is_word_character(text[at])) ++at;
    return at;
  }
  if (text[at] == '"' || text[at] == '\'') {
    const char quote = text[at++];
    while (at < text.size() && text[at] != quote) at += text[at] == '\\' ? 2 : 1;
    return std::min(at + 1, text.size());
  }
  return at + 1;
}

std::size_t next_token(std::string_view line, std::size_t at) {
  while (at < line.size()) {
    const std::string_view rest = line.substr(at);
    if (is_blank(line[at])) {
      ++at;
    } else if (rest.starts_with("//")) {
      return line.size();
    } else if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      if (end == std::string_view::npos) return line.size();
      at += end + 2;
    } else {
      return at;
    }
  }
  return line.size();
}

std::vector<LinePart> align_tokens(std::string_view line,
                                   const std::vector<std::string_view>& tokens) {
  return Aligner(line, tokens).align();
}

}  // namespace drover::c
