#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover {

enum class Colour : std::uint8_t { Off, On };

// Returns `file:line:col: error: message`, the source line, its underline, the hint and the notes.
// Each line ends with a line break. Without `source` or a place, there are no source lines.
[[nodiscard]] std::string render(const Diagnostic& diagnostic, std::string_view file,
                                 const SourceBuffer* source, Colour colour = Colour::Off);

// Renders all diagnostics of a sink, by position.
[[nodiscard]] std::string render(const DiagnosticSink& sink, std::string_view file,
                                 const SourceBuffer* source, Colour colour = Colour::Off);

// Returns the two lines that show a place: the source line, or a window of it, and the underline.
[[nodiscard]] std::string render_place(const SourceBuffer& source, const SourceRange& range,
                                       Colour colour = Colour::Off);

}  // namespace drover
