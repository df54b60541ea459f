#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "drawing/picture.h"

namespace drover::drawing {

// The look of a relation's lines. Colours suit colour-blind readers; dashes differ, too, for grey
// prints.
struct LineStyle {
  std::string_view colour = {};       // on white: #rrggbb
  std::string_view dark_colour = {};  // on black
  std::string_view dashes = {};       // as SVG's stroke-dasharray; empty for a solid line
  double width = 1.5;
  std::string_view meaning = {};  // for a legend; empty: only the name
};
struct RelationStyle : LineStyle {
  std::string relation = {};
};

// Returns a style for each relation of a picture; styles repeat only if there are many relations.
[[nodiscard]] std::vector<RelationStyle> relation_styles(std::span<const std::string> relations);

// The colours of one theme, #rrggbb.
struct Palette {
  std::string_view page, ink, faint, lane, lane_border;
  std::string_view read, write, fence, other, border, alarm, alarm_fill;
};

// `Viewer` has the light palette.
[[nodiscard]] const Palette& palette_of(Theme theme);

[[nodiscard]] std::string_view fill_of(const PictureNode& node, const Palette& palette);
// Returns the style of an edge's first relation.
[[nodiscard]] const RelationStyle& style_of(const PictureEdge& edge,
                                            std::span<const RelationStyle> styles);
// Returns the colour of a relation's lines outside cycles.
[[nodiscard]] std::string_view colour_of(const RelationStyle& style, Theme theme);

inline constexpr double CycleWidth = 2.6;

}  // namespace drover::drawing
