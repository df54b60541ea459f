#pragma once

#include <cstddef>
#include <vector>

#include "drawing/edge_plan.h"
#include "drawing/geometry.h"
#include "drawing/grid.h"
#include "drawing/picture.h"

namespace drover::drawing {

// Where everything that edges must go around stands.
struct Places {
  std::vector<Box> nodes;           // by node
  std::vector<Box> headers;         // by thread
  std::vector<double> column_left;  // by column; all nodes of a column are as wide as it is
  std::vector<double> column_right;
  double top = 0;  // of all that is drawn inside columns
  double bottom = 0;
};

inline constexpr double ArrowLength = 7;
// The head of an arrow that points from `before` to `tip`: a triangle. Lines end at its neck.
struct ArrowHead {
  Point tip;
  Point left;
  Point right;
  Point neck;
};
[[nodiscard]] ArrowHead arrow_head(Point before, Point tip);
inline constexpr double FirstLane = 17;    // from a column to the outermost point of its arcs
inline constexpr double LaneSpacing = 15;  // and to the next ones

struct Routes {
  std::vector<Path> paths;  // by edge; each ends at the border of a node
  // By node: edges that found no room of their own above it.
  std::vector<std::size_t> crowded;
};

// The paths of edges. None touches a node but at its ends, since each part of a path is
// - in a channel between columns, where no node is: a Bézier curve is within the hull of its
//   control points, and those are in the channel;
// - straight through a column that it has to cross, between two of its nodes, at a height where
//   no other edge does the same as long as there is room.
[[nodiscard]] Routes route_edges(const Picture& picture, const Grid& grid, const EdgePlan& plan,
                                 const Places& places);

}  // namespace drover::drawing
