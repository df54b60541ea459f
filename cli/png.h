#pragma once

#include <string>

namespace drover {

struct PngResult {
  std::string png;
  std::string complaint;  // empty if all went well
};

// An SVG as PNG, twice as large so that it can be printed. There is no such converter in Drover:
// rsvg-convert, inkscape or ImageMagick is run, whichever is found first in PATH.
[[nodiscard]] PngResult png_of_svg(const std::string& svg);

}  // namespace drover
