#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classroom/exercise.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// A stretch of a template: fixed text, or a hole `[[NAME]]`.
struct Piece {
  std::string text;  // as written
  std::string hole;  // its name; empty for fixed text
  std::size_t begin = 0;
};
[[nodiscard]] std::vector<Piece> pieces_of(std::string_view text);
[[nodiscard]] bool has_holes(std::string_view text);

// What is in the holes, by name: one of the choices, or a text.
using Filling = std::map<std::string, std::string>;

// The text with its holes filled.
[[nodiscard]] std::string fill(const Exercise& exercise, std::string_view text,
                               const Filling& filling);

// Whether `answer` begins as the template does, and so is meant to be all of it.
[[nodiscard]] bool is_whole_template(const Subject& subject, std::string_view answer);

// The holes of a filled template. Blanks and comments may differ; where anything else does, that is
// reported.
[[nodiscard]] std::optional<Filling> match_template(const Exercise& exercise,
                                                    const Subject& subject,
                                                    const SourceBuffer& answer,
                                                    DiagnosticSink& sink);

// Why a text must not stand in a hole: brackets that are not closed would let it out, an expression
// has no `;`. Empty if it may.
[[nodiscard]] std::string why_not_in_hole(const Hole& hole, Language language,
                                          std::string_view text);

// The words in a text that are banned, comments aside.
[[nodiscard]] std::vector<std::string> banned_words(const Exercise& exercise, Language language,
                                                    std::string_view text);

}  // namespace drover::classroom
