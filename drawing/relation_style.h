#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace drover::drawing {

// How the edges of one relation look. Colours are told apart by people who do not see all of
// them; dashes differ too, so that prints in grey can be read.
struct RelationStyle {
  std::string relation = {};
  std::string colour = {};       // on white: #rrggbb
  std::string dark_colour = {};  // on black
  std::string dashes = {};       // as SVG's stroke-dasharray; empty for a solid line
  std::string dot_style = {};    // the nearest that DOT has: solid, dashed, dotted
  double width = 1.5;
  std::string meaning = {};  // for a legend; empty where the name has to do
};

// A style for each relation of a picture; two have the same only if there are many.
[[nodiscard]] std::vector<RelationStyle> relation_styles(std::span<const std::string> relations);

}  // namespace drover::drawing
