#pragma once

#include <cstddef>

namespace drover {

// The part of a file that one grammar reads: bytes [begin, end).
struct Section {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool is_empty() const { return begin == end; }
};

}  // namespace drover
