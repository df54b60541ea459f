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
  Side from_side = Side::Left;  // unused for Down
  Side to_side = Side::Left;
  std::size_t lane = 0;  // Arc: distance from the column, 0 is nearest
  // Index of the end on that side of its node, from the top.
  std::size_t from_port = 0;
  std::size_t to_port = 0;
};

// Sides and ports of edges, before sizes are known.
struct EdgePlan {
  std::vector<PlannedEdge> edges;                    // by edge of the picture
  std::vector<std::size_t> left_ports;               // by node
  std::vector<std::size_t> right_ports;              // by node
  std::vector<std::size_t> crossings;                // by channel: edges through it
  std::vector<std::size_t> lanes_left, lanes_right;  // by column: parallel arcs
};

// Channel k is left of column k; the last channel is right of the last column. Arcs of outer
// columns are outside; arcs of other columns are on the emptier side. An arc's lane encloses
// shorter arcs, and ports avoid needless crossings.
[[nodiscard]] EdgePlan plan_edges(const Picture& picture, const Grid& grid);

// Heights where an edge between columns goes first after its source, and comes from before its
// target; known after routing.
struct Approach {
  double from = 0;
  double to = 0;
};
// Sorts ports by these heights instead of the rows of nodes.
void sort_ports(const Picture& picture, const Grid& grid, const std::vector<Approach>& approaches,
                EdgePlan& plan);

}  // namespace drover::drawing
