#pragma once

#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>

#include "frontend/c/preprocessor/token.h"

// Private to the preprocessor.
namespace drover::c::preprocessor {

// The preprocessed text, as `cc -E` prints it: a line of the text is one of the file that the last
// mark of lines names, or a part of one. A line is divided where tokens of our headers, from
// macros, are next to those of the user.
class Printer {
 public:
  explicit Printer(std::size_t max_size) : max_size_(max_size) {}

  // From here on, lines are those of this file.
  void enter_file(std::string_view name);
  // The first token of a line comes.
  void start_line(std::uint32_t line);
  void add(const Token& token, std::uint32_t line);
  void add_padding() { is_padded_ = true; }
  // A line `#pragma` with these tokens, of which there are some.
  void add_pragma(std::span<const Token> tokens);

  [[nodiscard]] std::string take();

 private:
  void end_line();
  void go_to(std::uint32_t line);

  std::size_t max_size_;
  std::string out_;
  std::string file_;              // quoted
  std::set<std::string> marked_;  // files that a mark names
  bool needs_mark_ = true;
  std::uint32_t line_ = 0;
  bool has_text_ = false;  // in this line
  bool is_padded_ = false;
  bool is_system_ = false;  // the last token
};

}  // namespace drover::c::preprocessor
