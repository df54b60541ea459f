#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"
#include "classroom/sections.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

// Answers as students write them: several short lines in one, wrong capital letters.
namespace drover::classroom {

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
