#pragma once

#include <cstdint>
#include <string>

#include "drawing/picture.h"
#include "drawing/picture_options.h"

namespace drover::drawing {

enum class TikzForm : std::uint8_t {
  Document,  // compiles to one page of the picture's size
  Fragment   // for a document that loads tikz
};

// Writes a picture as TikZ, with the layout of SVG. Needs only the package tikz, and geometry for a
// Document.
[[nodiscard]] std::string write_tikz(const Picture& picture, Theme theme, TikzForm form);

// Escapes `text` for LaTeX; arrows and other signs missing in fonts become commands.
[[nodiscard]] std::string tex_escaped(std::string_view text);

}  // namespace drover::drawing
