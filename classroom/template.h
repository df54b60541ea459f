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

// Contents of the holes, by name: a choice, or a text.
using Filling = std::map<std::string, std::string>;

// Returns the text with filled holes.
[[nodiscard]] std::string fill(const Exercise& exercise, std::string_view text,
                               const Filling& filling);

// True if `answer` begins like the template, and so is a whole text.
[[nodiscard]] bool is_whole_template(const Subject& subject, std::string_view answer);

// Returns the contents of a filled template's holes. Blanks and comments may differ; other
// differences are reported.
[[nodiscard]] std::optional<Filling> match_template(const Exercise& exercise,
                                                    const Subject& subject,
                                                    const SourceBuffer& answer,
                                                    DiagnosticSink& sink);

// Returns why a text may not fill a hole: unbalanced brackets would end the hole, and an expression
// has no `;`. Empty if it may.
[[nodiscard]] std::string why_not_in_hole(const Hole& hole, Language language,
                                          std::string_view text);

// Returns the banned words of a text, outside comments.
[[nodiscard]] std::vector<std::string> banned_words(const Exercise& exercise, Language language,
                                                    std::string_view text);

}  // namespace drover::classroom
