#pragma once

#include "drawing/layout.h"
#include "drawing/picture.h"

namespace drover::drawing {

// Adds what is around a drawing: title and captions above it, remarks and legend below.
// Moves the drawing, which may begin anywhere, into the frame and sets the size of the whole.
void add_frame(const Picture& picture, Layout& layout);

}  // namespace drover::drawing
