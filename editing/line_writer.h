#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "editing/pieces.h"

namespace drover::editing {

// Writes pieces of a source text in lines, with their comments: one that ends a line stays at the
// end of a line, one that has a line of its own keeps that. Never writes a token into a line
// comment. Keeps the text: a short-lived worker.
class LineWriter {
 public:
  explicit LineWriter(std::string_view source) : source_(source) {}

  // Where a line begins.
  struct Indents {
    std::size_t token = 0;
    std::size_t comments = 0;  // of those before it that have lines of their own
  };

  enum class Gap { None, Space };
  // After what was written. If a comment ends the line, in a new line at `otherwise`.
  void same_line(const Piece& piece, Gap gap, std::size_t otherwise);
  // The blank line before it is kept if there was one (or more).
  void new_line(const Piece& piece, Indents indents);
  // No blank line is kept before what comes next: it is the first of a block, or its end.
  void forbid_blank() { may_be_blank_ = false; }

  // Text that is not a piece: on the line, or as a line of its own.
  void put(std::string_view text);
  void end_line();
  void start_at(std::size_t column);

  // The text so far; and back to where it was.
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
  // The widest line since `mark`.
  [[nodiscard]] std::size_t widest() const { return widest_; }
  void forget_widest() { widest_ = column_; }

  // Everything, with a line break at its end.
  [[nodiscard]] std::string take();

 private:
  [[nodiscard]] bool is_line_empty() const { return column_ == 0; }
  [[nodiscard]] bool has_gap_before(std::size_t offset) const { return offset > source_end_; }
  // The first `count` comments. Whether what comes next must stand on a new line.
  bool comments(const Piece& piece, std::size_t count, std::size_t indent);
  void trailing_comment(const Token& comment);
  void begin_line(std::size_t indent, std::size_t breaks, std::size_t source_offset);
  void write(const Token& token);
  void write_block_comment(const Token& token);

  std::string_view source_;
  std::string out_;
  std::size_t column_ = 0;
  std::size_t widest_ = 0;
  std::ptrdiff_t shift_ = 0;    // from the column that the line had to the one that it has
  std::size_t source_end_ = 0;  // of what was written last
  bool may_be_blank_ = false;
};

}  // namespace drover::editing
