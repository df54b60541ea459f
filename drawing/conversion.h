#pragma once

#include <string>

#include "drawing/picture_options.h"

namespace drover::drawing {

struct Conversion {
  std::string bytes;
  std::string complaint;  // empty on success
};

// Converts a picture to PNG or PDF with the first installed program of rsvg-convert, inkscape,
// ImageMagick and Graphviz. Graphviz does its own layout, from `dot`.
[[nodiscard]] Conversion convert_picture(const std::string& svg, const std::string& dot,
                                         PictureFormat format);

}  // namespace drover::drawing
