#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "frontend/c/preprocessor/token.h"

// Private to the preprocessor.
namespace drover::c::preprocessor {

// Prints the preprocessed text as `cc -E` does. A line of the text is a line, or a part of a line,
// of the file that the last line mark names. A line is split between tokens of our headers, from
// macros, and tokens of the user.
class Printer {
 public:
  explicit Printer(std::size_t max_size) : max_size_(max_size) {}

  // From here on, lines belong to this file.
  void enter_file(std::string_view name);
  // Call before the first token of a line.
  void start_line(std::uint32_t line);
  void add(const Token& token, std::uint32_t line);
  void add_padding() { is_padded_ = true; }
  // Adds a line `#pragma` with these tokens, at least one.
  void add_pragma(std::span<const Token> tokens);

  [[nodiscard]] std::string take();

 private:
  void end_line();
  void go_to(std::uint32_t line);

  std::size_t max_size_;
  std::string out_;
  std::string file_;              // quoted
  std::set<std::string> marked_;  // files with a line mark
  bool needs_mark_ = true;
  std::uint32_t line_ = 0;
  bool has_text_ = false;  // the current line has text
  bool is_padded_ = false;
  bool is_system_ = false;  // the last token was from our headers
};

}  // namespace drover::c::preprocessor
