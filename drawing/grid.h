#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "drawing/picture.h"

namespace drover::drawing {

enum class RowKind : std::uint8_t { Initial, Header, Events };

// Where nodes stand in relation to each other: a column per thread, rows from top to bottom.
// A node that is joined is in the cell of its read.
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

// Initial writes on top; then the init thread, the workers, the final thread, each below a row
// of headers. Workers have a column each, in the order of the program; what runs before or
// after them shares the middle column. Below its header an event stands as high as it can,
// lower than what it comes after in program order and lower than the write it reads from;
// where program order and reads-from have a cycle, program order alone decides.
[[nodiscard]] Grid make_grid(const Picture& picture);

}  // namespace drover::drawing
