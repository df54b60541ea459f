#pragma once

#include <string>

namespace drover::drawing {

struct PngResult {
  std::string png;
  std::string complaint;  // empty if all went well
};

// A picture, given as SVG and as DOT, as PNG, twice as large so that it can be printed. There is no
// converter in Drover: of rsvg-convert, inkscape, ImageMagick and Graphviz, the first that is in
// PATH and works is run. Graphviz takes the DOT, which has a layout of its own.
[[nodiscard]] PngResult png_of(const std::string& svg, const std::string& dot);

}  // namespace drover::drawing
