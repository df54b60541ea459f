#include "analysis/compare/distinguishing_modes.h"

namespace drover::compare {

std::optional<shapes::ModeAssignment> find_distinguishing_modes(const shapes::EventLayout& layout,
                                                                ModeOrder order,
                                                                const AllowsModes& a,
                                                                const AllowsModes& b) {
  std::optional<shapes::ModeAssignment> found;
  if (order == ModeOrder::Unknown) {
    for_each_assignment(layout.instructions, [&](const shapes::ModeAssignment& modes) {
      if (!b(modes) && a(modes)) found = modes;
      return !found;
    });
    return found;
  }
  if (b(shapes::strongest_modes(layout.instructions))) return std::nullopt;
  if (!a(shapes::weakest_modes(layout.instructions))) return std::nullopt;
  const auto is_forbidden = [&](const shapes::ModeAssignment& modes) { return !b(modes); };
  for (shapes::ModeAssignment& modes :
       shapes::weakest_forbidden(layout.instructions, is_forbidden)) {
    if (a(modes)) return std::move(modes);
  }
  return std::nullopt;
}

}  // namespace drover::compare
