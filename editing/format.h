#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::editing {

// Editors know only the results of runs on C programs: their texts are neither formatted nor
// indexed.
enum class FileKind : std::uint8_t { Core, Litmus, Cat, C };

// Returns the kind by the ending of the name, or else by the text. Nothing for C.
[[nodiscard]] std::optional<FileKind> kind_of(std::string_view path, std::string_view text);

// Formats spaces, indentation and line breaks. Keeps all tokens and comments, and is idempotent.
// Nothing, with errors in the sink, if the text has syntax errors; other errors do not matter.
[[nodiscard]] std::optional<std::string> format_source(const SourceBuffer& source, FileKind kind,
                                                       DiagnosticSink& sink);

// True if two texts have the same tokens and comments, apart from white space.
[[nodiscard]] bool has_same_tokens(std::string_view a, std::string_view b, FileKind kind);

}  // namespace drover::editing
