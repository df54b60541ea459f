#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::editing {

enum class FileKind : std::uint8_t { Core, Litmus, Cat };

// By the ending of a name, or else by what the text looks like. Nothing for C.
[[nodiscard]] std::optional<FileKind> kind_of(std::string_view path, std::string_view text);

// The text with our spaces, indentation and line breaks. Changes no token, keeps all comments, and
// formats its own output to the same. Nothing, and what is wrong in the sink, where the text has
// syntax errors: other mistakes do not matter.
[[nodiscard]] std::optional<std::string> format_source(const SourceBuffer& source, FileKind kind,
                                                       DiagnosticSink& sink);

// Whether two texts have the same tokens and comments, white space aside.
[[nodiscard]] bool has_same_tokens(std::string_view a, std::string_view b, FileKind kind);

}  // namespace drover::editing
