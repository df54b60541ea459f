#include "cli/explain/styles.h"

#include <algorithm>
#include <cstddef>

namespace drover {

namespace {

constexpr std::size_t MaxColumns = 100;

// Columns on a terminal: neither continuation bytes of UTF-8 nor escape sequences take any.
std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
    } else if ((static_cast<unsigned char>(text[i]) & 0xC0) != 0x80) {
      ++columns;
    }
  }
  return columns;
}

}  // namespace

std::string capitalised(std::string text) {
  for (const std::string_view word : {"the ", "execution "}) {
    if (text.starts_with(word)) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t first, std::size_t others) {
  std::string out(first, ' ');
  std::size_t column = first;
  bool is_line_empty = true;
  for (std::size_t begin = 0; begin < text.size();) {
    // The spaces before a word belong to it, and vanish with a line break.
    const std::size_t word_begin = std::min(text.find_first_not_of(' ', begin), text.size());
    const std::size_t end = std::min(text.find(' ', word_begin), text.size());
    const std::string_view word = text.substr(word_begin, end - word_begin);
    const std::size_t spaces = word_begin - begin;
    const std::size_t width = columns_of(word);
    if (!is_line_empty && column + spaces + width > MaxColumns) {
      out += '\n' + std::string(others, ' ');
      column = others;
    } else {
      out.append(spaces, ' ');
      column += spaces;
    }
    out += word;
    column += width;
    is_line_empty = false;
    begin = end;
  }
  return out + '\n';
}

}  // namespace drover
