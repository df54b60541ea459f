#include "frontend/c/preprocessor/printer.h"

#include <utility>

#include "frontend/c/preprocessor/lexer.h"
#include "frontend/c/preprocessor/preprocessor.h"
#include "support/format.h"

namespace drover::c::preprocessor {

Printer::Printer(std::size_t max_size) : max_size_(max_size), out_(ColumnsMark) {}

void Printer::enter_file(std::string_view name, Lines lines) {
  end_line();
  // A file with directives only is marked as well: its macros are used.
  if (needs_mark_ && !file_.empty() && !file_.starts_with("\"<") && !marked_.contains(file_)) {
    go_to(1);
  }
  file_ = quoted(name);
  needs_mark_ = true;
  lines_ = name.starts_with(HeaderFolder) ? Lines::OfHeader : lines;
}

void Printer::end_line() {
  if (!has_text_) return;
  out_ += '\n';
  ++line_;
  has_text_ = false;
  if (out_.size() > max_size_) throw NotOurs{"too much text"};
}

// Prints empty lines if they are few; otherwise a line mark.
void Printer::go_to(std::uint32_t line) {
  constexpr std::uint32_t Few = 8;
  end_line();
  is_padded_ = false;
  if (!needs_mark_ && line >= line_ && line < line_ + Few) {
    out_.append(line - line_, '\n');
  } else {
    out_ += format("# {} {}\n", line, file_);
    marked_.insert(file_);
    needs_mark_ = false;
  }
  line_ = line;
  line_begin_ = out_.size();
  use_ = {};
}

// Continues the line with tokens from a macro's use, or, without columns, with tokens of the file.
void Printer::go_to_columns(Columns use) {
  if (has_text_) out_ += '\n';
  out_ +=
      use.is_empty() ? format("# {}\n", line_) : format("# {} {} {}\n", line_, use.begin, use.end);
  line_begin_ = out_.size();
  use_ = use;
  has_text_ = false;
}

void Printer::start_line(std::uint32_t line) { go_to(line); }

void Printer::add(const Token& token, std::uint32_t line, Columns use) {
  const bool is_apart = is_padded_ || token.has(Token::White);
  if (needs_mark_ || (is_apart && line != line_)) go_to(line);
  const bool is_of_file = lines_ == Lines::OfFile && line == line_ && !token.columns.is_empty();
  if (lines_ == Lines::Renumbered) use = {0, EndOfLine};
  if (is_of_file || lines_ == Lines::OfHeader) use = {};
  if (use != use_ || (is_of_file && column() > token.columns.begin)) go_to_columns(use);
  if (is_of_file) {
    out_.append(token.columns.begin - column(), ' ');
  } else if (has_text_ && is_apart) {
    out_ += ' ';
  }
  out_ += token.text;
  has_text_ = true;
  is_padded_ = false;
}

void Printer::add_pragma(std::span<const Token> tokens) {
  go_to(tokens[0].line);
  out_ += "#pragma";
  for (const Token& token : tokens) {
    if (&token == &tokens[0] || token.has(Token::White)) out_ += ' ';
    out_ += token.text;
  }
  has_text_ = true;
  end_line();
}

std::string Printer::take() {
  end_line();
  return std::move(out_);
}

}  // namespace drover::c::preprocessor
