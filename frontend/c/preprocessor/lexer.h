#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/c/preprocessor/token.h"

// [C11 5.1.1.2], the phases 1 to 3. Private to the preprocessor.
namespace drover::c::preprocessor {

// The tokens of a file, the last of which is the end. Tokens refer to the text, which must stay
// where it is.
struct LexedFile {
  Tokens tokens;
  // The lines at which lines end that are put together from several ones, or are one.
  std::vector<std::uint32_t> line_ends;
};

enum class Origin : std::uint8_t { User, System };

[[nodiscard]] LexedFile lex(std::string_view text, Origin origin, Names& names);

// What a text is if it is one token.
[[nodiscard]] std::optional<Token> lex_one(std::string_view text, Names& names);

// A name as a string literal.
[[nodiscard]] std::string quoted(std::string_view name);

}  // namespace drover::c::preprocessor
