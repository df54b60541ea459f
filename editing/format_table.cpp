#include "editing/format_parts.h"

#include <algorithm>
#include <vector>

#include "editing/tokens.h"

namespace drover::editing {

namespace {

// A line of the table, or a comment between its lines.
struct TableLine {
  std::vector<std::string> cells;  // of a row
  std::string verbatim;            // of other lines
  std::string comment;             // after the line
  bool has_blank_before = false;
};

bool is_lock(std::string_view word) { return word == "lock" || word == "LOCK"; }

// Splits the table into rows and cells. Short-lived.
class TableReader : PieceReader {
 public:
  TableReader(std::string_view text, const std::vector<Piece>& pieces)
      : PieceReader(text, pieces) {}

  std::vector<TableLine> read() {
    std::size_t at = 0;
    while (at + 1 < pieces_.size()) {
      const std::size_t end = end_of_row(at);
      comments_before(pieces_[at]);
      lines_.push_back(row(at, end));
      at = end;
    }
    comments_before(pieces_.back());
    return std::move(lines_);
  }

 private:
  // Returns the index after the row's `;`. The `;` of `lock;` does not end a row.
  [[nodiscard]] std::size_t end_of_row(std::size_t at) const {
    for (; at + 1 < pieces_.size(); ++at) {
      if (of(at) == ";" && !(at > 0 && is_lock(of(at - 1)))) return at + 1;
    }
    return at;
  }

  // Comments before the first token of a row: at the end of the previous row, or on their own
  // lines.
  void comments_before(const Piece& piece) {
    for (const Token& comment : piece.comments) {
      std::string comment_text(comment.of(text_));
      while (comment_text.ends_with(' ') || comment_text.ends_with('\t')) comment_text.pop_back();
      if (comment.breaks == 0 && !lines_.empty()) {
        lines_.back().comment += (lines_.back().comment.empty() ? "" : " ") + comment_text;
      } else {
        lines_.push_back({{}, comment_text, "", comment.breaks > 1 && !lines_.empty()});
      }
    }
  }

  [[nodiscard]] bool has_odd_comment(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin + 1; i < end; ++i) {
      for (const Token& comment : pieces_[i].comments) {
        const bool has_lines = comment.of(text_).find('\n') != std::string_view::npos;
        if (comment.kind == TokenKind::LineComment || has_lines) return true;
      }
    }
    return false;
  }

  TableLine row(std::size_t begin, std::size_t end) {
    const Token& first = pieces_[begin].token;
    TableLine line{{}, "", "", first.breaks > 1 && !lines_.empty()};
    const bool is_ended = of(end - 1) == ";";
    if (!is_ended || has_odd_comment(begin, end)) {
      line.verbatim = verbatim(first.begin, pieces_[end - 1].token.end);
      return line;
    }
    std::size_t cell = begin;
    for (std::size_t i = begin; i < end; ++i) {
      const bool ends_cell = of(i) == "|" || i + 1 == end;
      if (!ends_cell) continue;
      line.cells.push_back(cell_text(cell, i));
      cell = i + 1;
    }
    return line;
  }

  // Returns the text with the indentation of its first line.
  [[nodiscard]] std::string verbatim(std::size_t begin, std::size_t end) const {
    return std::string(column_of(text_, begin), ' ') +
           std::string(text_.substr(begin, end - begin));
  }

  [[nodiscard]] std::string cell_text(std::size_t begin, std::size_t end) const {
    std::string out;
    const std::size_t mnemonic = mnemonic_of(begin, end);
    for (std::size_t i = begin; i <= end; ++i) {
      // A comment before the `|` belongs to this cell; a comment before the row's first token does
      // not.
      for (const Token& comment : i > 0 && is_inside_row(i) ? pieces_[i].comments : None) {
        if (!out.empty()) out += ' ';
        out += comment.of(text_);
        if (i < end) out += ' ';
      }
      if (i == end) break;
      const bool has_comment = is_inside_row(i) && !pieces_[i].comments.empty();
      if (!has_comment && i > begin && wants_space(i, mnemonic)) out += ' ';
      out += of(i);
    }
    return out;
  }

  // True if another token of the row precedes it.
  [[nodiscard]] bool is_inside_row(std::size_t at) const {
    if (at == 0) return false;
    const bool is_behind_lock = at > 1 && is_lock(of(at - 2));
    return of(at - 1) != ";" || is_behind_lock;
  }

  [[nodiscard]] std::size_t mnemonic_of(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const bool is_name = kind(i) == TokenKind::Name;
      const bool is_label = i + 1 < end && of(i + 1) == ":";
      if (is_name && !is_label && !is_lock(of(i))) return i;
    }
    return end;
  }

  [[nodiscard]] bool wants_space(std::size_t at, std::size_t mnemonic) const {
    const std::string_view before = of(at - 1);
    const std::string_view token = of(at);
    if (token == ":" || token == ";" || token == "," || before == ",") return false;
    if (at - 1 == mnemonic || before == ":" || before == ";") return true;
    const bool are_words = kind(at) != TokenKind::Operator && kind(at - 1) != TokenKind::Operator;
    return are_words;
  }

  static inline const std::vector<Token> None;

  std::vector<TableLine> lines_;
};

std::string row_text(const std::vector<std::string>& cells,
                     const std::vector<std::size_t>& widths) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out += i == 0 ? " " : " | ";
    out += cells[i] + std::string(widths[i] - width_of(cells[i]), ' ');
  }
  return out + " ;";
}

}  // namespace

std::string format_table(std::string_view text, Section section) {
  const std::vector<TableLine> lines =
      TableReader(text, pieces_of(scan(text, section, Language::Table), section.end)).read();
  std::vector<std::size_t> widths;
  for (const TableLine& line : lines) {
    for (std::size_t i = 0; i < line.cells.size(); ++i) {
      if (i == widths.size()) widths.push_back(0);
      widths[i] = std::max(widths[i], width_of(line.cells[i]));
    }
  }
  std::string out;
  for (const TableLine& line : lines) {
    if (line.has_blank_before) out += '\n';
    out += line.cells.empty() ? line.verbatim : row_text(line.cells, widths);
    if (!line.comment.empty()) out += "  " + line.comment;
    out += '\n';
  }
  return out;
}

}  // namespace drover::editing
