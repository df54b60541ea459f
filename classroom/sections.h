#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"
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

// The bytes [begin, end) of an answer.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Returns the parts of a one-line answer, or the lines of another answer. `,` or `;` separate the
// parts of tables and cycles, and holes, before the name of the next hole.
[[nodiscard]] std::vector<Stretch> parts_of(const Exercise& exercise, const SourceBuffer& answer);

// Returns the sections of those parts.
[[nodiscard]] std::vector<TextSection> answer_sections(const Exercise& exercise,
                                                       const SourceBuffer& answer,
                                                       DiagnosticSink& sink);

// Returns the index of a word in a list: an equal word, or the only word equal up to capital
// letters.
[[nodiscard]] std::optional<std::size_t> find_word(const std::vector<std::string>& words,
                                                   std::string_view word);

}  // namespace drover::classroom
