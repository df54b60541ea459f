#pragma once

#include <string>

#include "drawing/picture.h"

namespace drover::drawing {

// A picture in Graphviz' DOT: one cluster per thread, edges in the colours of their relations.
// Program order alone decides what is below what.
[[nodiscard]] std::string write_dot(const Picture& picture);

}  // namespace drover::drawing
