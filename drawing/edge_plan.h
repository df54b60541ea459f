#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drawing/grid.h"
#include "drawing/picture.h"

namespace drover::drawing {

enum class EdgeShape : std::uint8_t {
  Down,   // program order: straight down to the next node
  Arc,    // within a column: out into the channel beside it and back
  Across  // between columns
};
enum class Side : std::uint8_t { Left, Right };

struct PlannedEdge {
  EdgeShape shape = EdgeShape::Down;
  Side from_side = Side::Left;  // not of Down
  Side to_side = Side::Left;
  std::size_t lane = 0;  // Arc: how far out, 0 being the nearest
  // The how many-th end it is on that side of its node, from the top.
  std::size_t from_port = 0;
  std::size_t to_port = 0;
};

// Where edges leave and enter nodes, before anything has a size.
struct EdgePlan {
  std::vector<PlannedEdge> edges;                    // by edge of the picture
  std::vector<std::size_t> left_ports;               // by node
  std::vector<std::size_t> right_ports;              // by node
  std::vector<std::size_t> crossings;                // by channel: edges that pass through it
  std::vector<std::size_t> lanes_left, lanes_right;  // by column: arcs side by side
};

// Channel k is left of column k; the last one is right of the last column. Arcs of the outer
// columns are outside; those of the others on the side where there is less. Lanes are such that
// an arc encloses shorter ones, and ports such that edges cross only where they must.
[[nodiscard]] EdgePlan plan_edges(const Picture& picture, const Grid& grid);

// Where an edge between columns goes first when it leaves its node, and whence it comes when it
// enters: heights, known once edges have a way.
struct Approach {
  double from = 0;
  double to = 0;
};
// The same plan, with ports by these heights instead of by the rows of nodes.
void sort_ports(const Picture& picture, const Grid& grid, const std::vector<Approach>& approaches,
                EdgePlan& plan);

}  // namespace drover::drawing
