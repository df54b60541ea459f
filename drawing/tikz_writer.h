#pragma once

#include <cstdint>
#include <string>

#include "drawing/picture.h"
#include "drawing/picture_options.h"

namespace drover::drawing {

enum class TikzForm : std::uint8_t {
  Document,  // compiles as it is, to one page of the size of the picture
  Fragment   // to be put into a document that loads tikz
};

// A picture as TikZ, laid out as SVG is. It needs nothing but the package tikz, and geometry in a
// document of its own.
[[nodiscard]] std::string write_tikz(const Picture& picture, Theme theme, TikzForm form);

// `text` in LaTeX: escaped, with arrows and other signs that fonts do not have as commands.
[[nodiscard]] std::string tex_escaped(std::string_view text);

}  // namespace drover::drawing
