#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::drawing {

// The style of one relation's edges. Colours suit colour-blind readers; dashes differ, too, for
// grey prints.
struct RelationStyle {
  std::string relation = {};
  std::string colour = {};       // on white: #rrggbb
  std::string dark_colour = {};  // on black
  std::string dashes = {};       // as SVG's stroke-dasharray; empty for a solid line
  std::string dot_style = {};    // nearest style of DOT: solid, dashed, dotted
  double width = 1.5;
  std::string meaning = {};  // for a legend; empty: only the name
};

// Returns a style for each relation of a picture; styles repeat only if there are many relations.
[[nodiscard]] std::vector<RelationStyle> relation_styles(std::span<const std::string> relations);

}  // namespace drover::drawing
