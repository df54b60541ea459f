#pragma once

#include <string>

#include "drawing/picture.h"
#include "drawing/picture_options.h"

namespace drover::drawing {

// Writes a picture in Graphviz' DOT: one cluster per thread, in the order of the program, edges in
// the colours of their relations. Only program order, spawn and join determine ranks.
[[nodiscard]] std::string write_dot(const Picture& picture, Theme theme = Theme::Light);

}  // namespace drover::drawing
