#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "frontend/c/preprocessor/token.h"

// Private to the preprocessor.
namespace drover::c::preprocessor {

// Prints the preprocessed text as `cc -E` does, with the columns of the tokens: see ColumnsMark. A
// line of the text is a line, or a part of a line, of the file that the last line mark names.
class Printer {
 public:
  explicit Printer(std::size_t max_size);

  enum class Lines : std::uint8_t { OfFile, OfHeader, Renumbered };  // Renumbered: by `#line`
  // From here on, lines belong to this file.
  void enter_file(std::string_view name, Lines lines);
  // Call before the first token of a line.
  void start_line(std::uint32_t line);
  // Adds a token of a line of the file; a token of a macro has the columns of the macro's use.
  void add(const Token& token, std::uint32_t line, Columns use);
  void add_padding() { is_padded_ = true; }
  // Adds a line `#pragma` with these tokens, at least one.
  void add_pragma(std::span<const Token> tokens);

  [[nodiscard]] std::string take();

 private:
  void end_line();
  void go_to(std::uint32_t line);
  void go_to_columns(Columns columns);
  [[nodiscard]] std::size_t column() const { return out_.size() - line_begin_; }

  std::size_t max_size_;
  std::string out_;
  std::string file_;              // quoted
  std::set<std::string> marked_;  // files with a line mark
  bool needs_mark_ = true;
  Lines lines_ = Lines::OfFile;
  std::uint32_t line_ = 0;
  std::size_t line_begin_ = 0;  // of the line of the text
  Columns use_ = {};       // the macro's use whose tokens the line has; empty: tokens of the file
  bool has_text_ = false;  // the current line has text
  bool is_padded_ = false;
};

}  // namespace drover::c::preprocessor
