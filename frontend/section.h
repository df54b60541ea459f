#pragma once

#include <cstddef>

namespace drover {

// A stretch of a file that one grammar reads: bytes [begin, end).
struct Section {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool is_empty() const { return begin == end; }
};

}  // namespace drover
