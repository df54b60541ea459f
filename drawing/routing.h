#pragma once

#include <cstddef>
#include <vector>

#include "drawing/edge_plan.h"
#include "drawing/geometry.h"
#include "drawing/grid.h"
#include "drawing/picture.h"

namespace drover::drawing {

// Positions of obstacles for edges.
struct Places {
  std::vector<Box> nodes;           // by node
  std::vector<Box> headers;         // by thread
  std::vector<double> column_left;  // by column; its nodes have the column's width
  std::vector<double> column_right;
  double top = 0;  // of everything inside columns
  double bottom = 0;
};

inline constexpr double ArrowLength = 7;
// A triangular arrow head from `before` to `tip`. Lines end at its neck.
struct ArrowHead {
  Point tip;
  Point left;
  Point right;
  Point neck;
};
[[nodiscard]] ArrowHead arrow_head(Point before, Point tip);
inline constexpr double FirstLane = 17;    // from a column to the outermost point of its arcs
inline constexpr double LaneSpacing = 15;  // to the next arcs

struct Routes {
  std::vector<Path> paths;  // by edge; each ends at the border of a node
  // By node: edges without room of their own above it.
  std::vector<std::size_t> crowded;
};

// Returns the paths of edges. A path touches nodes only at its ends, since each part is
// - in a channel between columns, without nodes: a Bézier curve is within the hull of its control
//   points, which are in the channel;
// - or straight through a column, between two of its nodes, at a height that no other edge uses
//   as long as there is room.
[[nodiscard]] Routes route_edges(const Picture& picture, const Grid& grid, const EdgePlan& plan,
                                 const Places& places);

}  // namespace drover::drawing
