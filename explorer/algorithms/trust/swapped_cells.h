#pragma once

#include <optional>
#include <vector>

#include "semantics/program/program.h"

namespace drover::trust {

// Cells that are changed by compare-and-swaps, as far as the code shows it.
struct SwappedCells {
  // By shared object: whether compare-and-swaps change it, and nothing else does once the init
  // block has ended.
  std::vector<bool> objects = {};
  // Whether compare-and-swaps change cells of the heap; and what all of them expect, if that is the
  // same constant, and no other read-modify-writes change them.
  bool has_heap = false;
  std::optional<Value> expected_of_heap = {};

  [[nodiscard]] bool contains(Value address) const;
};
[[nodiscard]] SwappedCells find_swapped_cells(const Program& program);

}  // namespace drover::trust
