#include "words/styles.h"

#include <algorithm>
#include <cstddef>

namespace drover::words {

namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }

bool is_letter(std::string_view word) {
  return std::ranges::all_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
}

// True for `(c,` before `line`, and for `c` before `(writer:4)`.
bool is_event_name(std::string_view word, std::string_view next) {
  if (next == "line") return word.starts_with('(') && word.ends_with(',');
  return is_letter(word) && next.starts_with('(') && next.find_first_of(":#") != next.npos;
}

// True if no line break may separate the words.
bool sticks(std::string_view word, std::string_view next) {
  return word == "=" || next == "=" || word == "→" || next == "→" || word == "line" ||
         is_event_name(word, next);
}

// Returns the end of the longest group at `begin` that fits `room` columns: a word, and words that
// no line break may separate from it.
std::size_t end_of_group(std::string_view text, std::size_t begin, std::size_t room) {
  const auto end_of_word = [&](std::size_t at) {
    return std::min(text.find(' ', at), text.size());
  };
  std::size_t word = begin;
  std::size_t end = end_of_word(word);
  while (end + 1 < text.size()) {
    const std::size_t next = end + 1;
    const std::size_t next_end = end_of_word(next);
    if (!sticks(text.substr(word, end - word), text.substr(next, next_end - next))) break;
    if (columns_of(text.substr(begin, next_end - begin)) > room) break;
    word = next;
    end = next_end;
  }
  return end;
}

std::string with_spaces(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_space = text.substr(i).starts_with(NoBreak);
    out += is_space ? ' ' : text[i];
    if (is_space) i += NoBreak.size() - 1;
  }
  return out;
}

}  // namespace

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = std::min(text.find('m', i), text.size());
    } else if (begins_character(text[i])) {
      ++columns;
    }
  }
  return columns;
}

std::size_t bytes_of(std::string_view text, std::size_t count) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (begins_character(text[i]) && seen++ == count) return i;
  }
  return text.size();
}

std::string capitalised(std::string text) {
  for (const std::string_view word : {"the ", "execution "}) {
    if (text.starts_with(word)) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  }
  return text;
}

std::string wrapped(std::string_view text, std::size_t first, std::size_t others,
                    std::size_t columns) {
  std::string out(first, ' ');
  std::size_t column = first;
  bool is_line_empty = true;
  for (std::size_t begin = 0; begin < text.size();) {
    // The spaces before a word vanish at a line break.
    const std::size_t word_begin = std::min(text.find_first_not_of(' ', begin), text.size());
    const std::size_t end = end_of_group(text, word_begin, columns - std::min(columns, others));
    const std::string_view word = text.substr(word_begin, end - word_begin);
    const std::size_t spaces = word_begin - begin;
    const std::size_t width = columns_of(word);
    if (!is_line_empty && column + spaces + width > columns) {
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
  return with_spaces(out) + '\n';
}

}  // namespace drover::words
