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

// What people write: several short lines in one, capital letters where there are none.
namespace drover::classroom {

// The bytes [begin, end) of an answer.
struct Stretch {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The parts of an answer that was written as one line, or the lines of one that was not. Tables and
// cycles have `,` or `;` between their parts; so do holes, before the name of the next one.
[[nodiscard]] std::vector<Stretch> parts_of(const Exercise& exercise, const SourceBuffer& answer);

// The sections of those parts.
[[nodiscard]] std::vector<TextSection> answer_sections(const Exercise& exercise,
                                                       const SourceBuffer& answer,
                                                       DiagnosticSink& sink);

// The place of a word in a list: of the same word, or of the only one that differs in nothing but
// capital letters.
[[nodiscard]] std::optional<std::size_t> find_word(const std::vector<std::string>& words,
                                                   std::string_view word);

}  // namespace drover::classroom
