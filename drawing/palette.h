#pragma once

#include <string_view>

#include "drawing/picture.h"
#include "drawing/picture_options.h"
#include "drawing/relation_style.h"

namespace drover::drawing {

// The colours of one theme, #rrggbb.
struct Palette {
  std::string_view page, ink, faint, lane, lane_border;
  std::string_view read, write, fence, other, border, alarm, alarm_fill;
};

// `Viewer` has the light palette.
[[nodiscard]] const Palette& palette_of(Theme theme);

[[nodiscard]] std::string_view fill_of(const PictureNode& node, const Palette& palette);
// Returns the colour of a relation's lines outside cycles.
[[nodiscard]] std::string_view colour_of(const RelationStyle& style, Theme theme);

inline constexpr double CycleWidth = 2.6;

}  // namespace drover::drawing
