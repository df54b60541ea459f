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

// `WORDS: TEXT`, or `WORDS:` and indented lines, which are the text without what they are indented
// by. Exercises are written in such sections, and so are answers. A colon counts if a blank or the
// end of the line is after it, so that `reader:r` is one word.
struct TextSection {
  std::vector<Word> words;  // before the colon, at least one
  std::string text;
  SourceRange text_range;        // of the text in the file
  bool has_block = false;        // the text is indented lines alone
  std::size_t indent = 0;        // of those
  std::uint32_t first_line = 0;  // of those

  [[nodiscard]] const std::string& name() const { return words.front().text; }
  [[nodiscard]] const SourceRange& range() const { return words.front().range; }
};

// The sections of the bytes [begin, end) of a file. Lines that begin with `#` are comments. A line
// that is in no section is reported.
[[nodiscard]] std::vector<TextSection> read_sections(const SourceBuffer& source, std::size_t begin,
                                                     std::size_t end, DiagnosticSink& sink);

// The words of [begin, end).
[[nodiscard]] std::vector<Word> words_of(const SourceBuffer& source, std::size_t begin,
                                         std::size_t end);

}  // namespace drover::classroom
