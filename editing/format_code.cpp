#include "editing/format_parts.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "editing/line_writer.h"
#include "editing/spacing.h"

namespace drover::editing {

namespace {

constexpr std::size_t Step = 2;        // indentation
constexpr std::size_t MaxWidth = 100;  // of a block on one line
constexpr std::size_t Continued = 4;   // indentation of a broken statement that has none

// Position of a statement's beginning.
struct Start {
  bool is_new_line = true;
  LineWriter::Gap gap = LineWriter::Gap::Space;  // if on the same line
};
constexpr Start NewLine{true, LineWriter::Gap::Space};
constexpr Start SameLine{false, LineWriter::Gap::Space};

// Formats code in braces. Knows enough of the grammars to find the beginnings and ends of
// statements. Keeps the author's choice of one-line blocks and of line breaks in expressions.
// Short-lived.
class CodeFormatter {
 public:
  CodeFormatter(std::string_view text, const std::vector<Piece>& pieces,
                const std::vector<std::size_t>& matching, Language language)
      : text_(text),
        pieces_(pieces),
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
  [[nodiscard]] std::string_view text_of(std::size_t at) const {
    return pieces_[at].token.of(text_);
  }
  [[nodiscard]] bool is(std::size_t at, std::string_view word) const {
    return !is_end(at) && text_of(at) == word;
  }

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
      if (is(at, "(") || is(at, "[") || is(at, "{")) at = matching_[at];
    }
    return at;
  }

  std::size_t item(std::size_t at) {
    if (is(at, "{")) return block(at, 0, NewLine);
    const std::size_t end = find_end_of_header(at);
    if (!is(end, "{")) return run_of(at, is_end(end) ? end : end + 1, 0, NewLine);
    run_of(at, end, 0, NewLine);
    // Kernel style puts a function's brace on a new line.
    const bool keeps_break = language_ == Language::C && pieces_[end].token.breaks > 0;
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
    const bool is_label =
        language_ == Language::Core && is(at + 1, ":") && pieces_[at].token.kind == TokenKind::Name;
    if (is_label) {
      run_of(at, at + 2, indent, start);
      return statement(at + 2, indent, SameLine);
    }
    return simple(at, indent, start);
  }

  // Formats a statement up to its `;`.
  std::size_t simple(std::size_t at, std::size_t indent, Start start) {
    std::size_t end = at;
    while (!is_end(end) && !is(end, ";") && !is(end, "}")) {
      const bool is_open = is(end, "(") || is(end, "[") || is(end, "{");
      end = is_open ? matching_[end] + 1 : end + 1;
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
    const bool is_new = !is_inline_ && !is_behind_brace && pieces_[at].token.breaks > 0;
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
    if (!is_inline_ && pieces_[at].token.breaks > 0) {
      writer_.forbid_blank();
      return statement(at, indent + Step, NewLine);
    }
    return statement(at, indent, SameLine);
  }

  // ---- Tokens

  void put(std::size_t at, std::size_t indent, Start start) {
    starts_line_ = start.is_new_line;
    if (start.is_new_line) {
      writer_.new_line(pieces_[at], {.token = indent, .comments = indent});
    } else {
      writer_.same_line(pieces_[at], start.gap, indent);
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
      if (pieces_[i].token.breaks > 0 && !joins && !is_inline_) {
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
    if (pieces_[at].token.breaks == 0) return indent + Continued;
    // The distance counts only if the statement begins a line in the source and in the output.
    const bool begins_line = begin == 0 || pieces_[begin].token.breaks > 0;
    if (!begins_line || !starts_line_) return indent + Continued;
    const std::size_t first = column_of(text_, pieces_[begin].token.begin);
    const std::size_t here = column_of(text_, pieces_[at].token.begin);
    return here > first ? indent + here - first : indent + Continued;
  }

  std::string_view text_;
  const std::vector<Piece>& pieces_;
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
