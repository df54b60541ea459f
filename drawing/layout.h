#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/geometry.h"
#include "drawing/picture.h"
#include "drawing/relation_style.h"

namespace drover::drawing {

inline constexpr double NodeFontSize = 13;
inline constexpr double LineFontSize = 10;  // source lines in nodes
inline constexpr double TitleFontSize = 14;
inline constexpr double NoteFontSize = 12;
inline constexpr double LegendFontSize = 11;
inline constexpr double LegendSample = 32;  // length of the sample of a line

struct PlacedEdge {
  Path path;                 // ends at the border of a node
  std::optional<Box> label;  // where the name of its relation stands
};

enum class NoteKind : std::uint8_t { Title, Caption, Alarm, Remark };
struct PlacedNote {
  NoteKind kind = NoteKind::Caption;
  Point baseline;
  std::string text;
};

struct PlacedLegend {
  Point start = {};  // of the sample line, which is as high as the middle of the text
  RelationStyle style = {};
  bool is_alarm = false;   // in the colour of the cycle
  bool has_sample = true;  // else the text alone
  std::string text = {};
};

// A picture in which everything has a place. Points are in pixels, the upper left corner is
// (0, 0).
struct Layout {
  double width = 0;
  double height = 0;
  std::vector<Box> nodes;    // by node
  std::vector<Box> headers;  // by thread: where its name stands; nowhere if it is not drawn
  std::vector<Box> lanes;    // by thread: behind its header and its nodes; the same
  std::vector<PlacedEdge> edges;
  std::vector<PlacedNote> notes;
  std::vector<PlacedLegend> legend;
};

// The text of a node as it is drawn, with the numbers of its remarks.
[[nodiscard]] std::string node_text(const PictureNode& node);
// `line 4`, or nothing.
[[nodiscard]] std::string line_text(const PictureNode& node);

// `sw: empty`.
[[nodiscard]] std::string missing_text(const MissingRelation& missing);

// Depends on nothing but the picture: the same one gives the same layout.
//
// The parts: drawing/grid.h says which node is in which row and column, drawing/edge_plan.h where
// edges leave and enter nodes, drawing/routing.h where they go, drawing/label_places.h where
// their names stand. Sizes follow from that: a node is high enough for the edges at its sides,
// a channel wide enough for the edges in it, and a gap between rows grows until the edges that
// pass through it keep apart.
[[nodiscard]] Layout lay_out(const Picture& picture);

}  // namespace drover::drawing
