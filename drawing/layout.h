#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "drawing/geometry.h"
#include "drawing/picture.h"
#include "drawing/style.h"

namespace drover::drawing {

inline constexpr double NodeFontSize = 13;
inline constexpr double LineFontSize = 10;  // source lines in nodes
inline constexpr double TitleFontSize = 14;
inline constexpr double NoteFontSize = 12;
inline constexpr double LegendFontSize = 11;
inline constexpr double LegendSample = 32;  // length of a line's sample

struct PlacedEdge {
  Path path;                 // ends at the border of a node
  std::optional<Box> label;  // name of its relation
};

enum class NoteKind : std::uint8_t { Title, Caption, Alarm, Remark };
struct PlacedNote {
  NoteKind kind = NoteKind::Caption;
  Point baseline;
  std::string text;
};

struct PlacedLegend {
  Point start = {};  // of the sample line, at the middle of the text's height
  RelationStyle style = {};
  bool is_alarm = false;   // in the cycle's colour
  bool has_sample = true;  // false: text only
  std::string text = {};
};

// A picture with positions in pixels; the upper left corner is (0, 0).
struct Layout {
  double width = 0;
  double height = 0;
  std::vector<Box> nodes;    // by node
  std::vector<Box> headers;  // by thread: its name; empty if not drawn
  std::vector<Box> lanes;    // by thread: the area behind its header and nodes; empty if not drawn
  std::vector<Box> groups;   // by group
  std::vector<PlacedEdge> edges;
  std::vector<PlacedNote> notes;
  std::vector<PlacedLegend> legend;
};

// Returns the drawn text of a node, with the numbers of its remarks.
[[nodiscard]] std::string node_text(const PictureNode& node);
// True if the node is half of an RMW.
[[nodiscard]] bool is_half(const Picture& picture, std::size_t node);
// Returns `line 4`, or nothing.
[[nodiscard]] std::string line_text(const PictureNode& node);

// Returns `sw: empty`.
[[nodiscard]] std::string missing_text(const MissingRelation& missing);

// Returns where the name of a group is written.
[[nodiscard]] Point group_name_at(const Box& group);

// Depends on the picture only: equal pictures have equal layouts.
//
// The parts: drawing/grid.h assigns nodes to rows and columns, drawing/edge_plan.h assigns sides
// and ports to edges, drawing/routing.h finds their paths, drawing/label_places.h places their
// names. Sizes follow: a node is high enough for the edges at its sides, a channel wide enough for
// its edges, and a gap between rows grows until the edges in it keep apart.
[[nodiscard]] Layout lay_out(const Picture& picture);

}  // namespace drover::drawing
