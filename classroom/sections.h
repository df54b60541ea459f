#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostic.h"
#include "frontend/source.h"
#include "support/source_range.h"

namespace drover::classroom {

struct Word {
  std::string text;
  SourceRange range;
};

// `WORDS: TEXT`, or `WORDS:` and indented lines, which are the text without their indentation.
// Exercises and answers consist of such sections. A colon counts if a blank or the end of the line
// follows, so that `reader:r` is one word.
struct TextSection {
  std::vector<Word> words;  // before the colon, at least one
  std::string text;
  SourceRange text_range;        // of the text in the file
  bool has_block = false;        // the text consists of indented lines only
  std::size_t indent = 0;        // of these lines
  std::uint32_t first_line = 0;  // of these lines

  [[nodiscard]] const std::string& name() const { return words.front().text; }
  [[nodiscard]] const SourceRange& range() const { return words.front().range; }
};

// Reads the sections of the bytes [begin, end) of a file. Lines that begin with `#` are comments.
// Reports lines outside sections.
[[nodiscard]] std::vector<TextSection> read_sections(const SourceBuffer& source, std::size_t begin,
                                                     std::size_t end, DiagnosticSink& sink);

// Returns the words of [begin, end).
[[nodiscard]] std::vector<Word> words_of(const SourceBuffer& source, std::size_t begin,
                                         std::size_t end);

}  // namespace drover::classroom
