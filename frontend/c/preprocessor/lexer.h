#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/preprocessor/token.h"

// [C11 5.1.1.2], phases 1 to 3. Private to the preprocessor.
namespace drover::c::preprocessor {

// The tokens of a file; the last is the end. Tokens refer to the text, which must outlive them.
struct LexedFile {
  Tokens tokens;
  // The last line of each logical line.
  std::vector<std::uint32_t> line_ends;
};

[[nodiscard]] LexedFile lex(std::string_view text, Names& names);

// Returns the token of a text; nothing if the text is not a single token.
[[nodiscard]] std::optional<Token> lex_one(std::string_view text, Names& names);

// Returns a name as a string literal.
[[nodiscard]] std::string quoted(std::string_view name);

}  // namespace drover::c::preprocessor
