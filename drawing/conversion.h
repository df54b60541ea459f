#pragma once

#include <string>

#include "drawing/picture_options.h"

namespace drover::drawing {

struct Conversion {
  std::string bytes;
  std::string complaint;  // empty if all went well
};

// A picture as PNG or PDF, made by whichever of rsvg-convert, inkscape, ImageMagick and Graphviz is
// installed, the first in that order. Graphviz lays it out itself, from `dot`.
[[nodiscard]] Conversion convert_picture(const std::string& svg, const std::string& dot,
                                         PictureFormat format);

}  // namespace drover::drawing
