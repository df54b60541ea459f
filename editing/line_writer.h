#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "editing/tokens.h"

namespace drover::editing {

// Writes pieces of a source text in lines, with their comments: a comment at the end of a line
// stays there, and a comment on its own line keeps that line. Never writes a token into a line
// comment. Short-lived: keeps the text.
class LineWriter {
 public:
  explicit LineWriter(std::string_view source) : source_(source) {}

  // Columns at which lines begin.
  struct Indents {
    std::size_t token = 0;
    std::size_t comments = 0;  // for preceding comments on their own lines
  };

  enum class Gap { None, Space };
  // Continues the line. If a comment ends the line, starts a new line at `otherwise`.
  void same_line(const Piece& piece, Gap gap, std::size_t otherwise);
  // Keeps one preceding blank line if there were any.
  void new_line(const Piece& piece, Indents indents);
  // Drops blank lines before the next piece: it begins or ends a block.
  void forbid_blank() { may_be_blank_ = false; }

  // Writes text that is not a piece: on the line, or as its own line.
  void put(std::string_view text);
  void end_line();
  void start_at(std::size_t column);

  // A state of the output to return to.
  struct Mark {
    std::size_t size = 0;
    std::size_t column = 0;
    std::size_t widest = 0;
    std::ptrdiff_t shift = 0;
    std::size_t source_end = 0;
    bool may_be_blank = false;
  };
  [[nodiscard]] Mark mark() const {
    return {out_.size(), column_, widest_, shift_, source_end_, may_be_blank_};
  }
  void go_back(const Mark& mark);
  // Returns the width of the widest line since forget_widest().
  [[nodiscard]] std::size_t widest() const { return widest_; }
  void forget_widest() { widest_ = column_; }

  // Returns all text, with a final line break.
  [[nodiscard]] std::string take();

 private:
  [[nodiscard]] bool is_line_empty() const { return column_ == 0; }
  [[nodiscard]] bool has_gap_before(std::size_t offset) const { return offset > source_end_; }
  // Writes the first `count` comments. True if the next token needs a new line.
  bool comments(const Piece& piece, std::size_t count, std::size_t indent);
  void trailing_comment(const Token& comment);
  void begin_line(std::size_t indent, std::size_t breaks, std::size_t source_offset);
  void write(const Token& token);
  void write_block_comment(const Token& token);

  std::string_view source_;
  std::string out_;
  std::size_t column_ = 0;
  std::size_t widest_ = 0;
  std::ptrdiff_t shift_ = 0;    // from the line's old column to its new one
  std::size_t source_end_ = 0;  // of the last piece
  bool may_be_blank_ = false;
};

}  // namespace drover::editing
