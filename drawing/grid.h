#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drawing/picture.h"

namespace drover::drawing {

enum class RowKind : std::uint8_t { Initial, Header, Events };

// Relative positions of nodes: a column per thread, rows from top to bottom. A joined node is in
// the cell of its read.
struct Grid {
  struct Cell {
    std::size_t column = 0;
    std::size_t row = 0;
  };

  std::size_t columns = 1;
  std::vector<RowKind> rows;
  std::vector<Cell> nodes;    // by node
  std::vector<Cell> headers;  // by thread
};

// Places initial writes on top; then the init thread, the workers, the final thread, each below a
// row of headers. Each worker has a column, in the order of the program; the init and final threads
// share the middle column. Below its header an event is as high as possible, but lower than its
// predecessors in program order, spawn and join, and the write it reads from. The header of a
// spawned thread stands beside its spawn. If program order and reads-from have a
// cycle, only program order counts.
[[nodiscard]] Grid make_grid(const Picture& picture);

}  // namespace drover::drawing
