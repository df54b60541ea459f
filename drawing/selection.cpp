#include "drawing/selection.h"

#include <algorithm>

namespace drover::drawing {

bool Selection::has_number(std::size_t number) const {
  return std::ranges::any_of(numbers, [number](const auto& range) {
    return range.first <= number && number <= range.second;
  });
}

std::size_t Selection::last_number() const {
  std::size_t last = 0;
  for (const auto& range : numbers) last = std::max(last, range.second);
  return last;
}

}  // namespace drover::drawing
