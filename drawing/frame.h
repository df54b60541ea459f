#pragma once

#include "drawing/layout.h"
#include "drawing/picture.h"

namespace drover::drawing {

// Adds the frame of a drawing: title and captions above, remarks and legend below. Moves the
// drawing into the frame and sets the total size.
void add_frame(const Picture& picture, Layout& layout);

}  // namespace drover::drawing
