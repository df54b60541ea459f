#include "explorer/audit/distinguishing_modes.h"

namespace drover {

std::optional<ModeAssignment> find_distinguishing_modes(const EventLayout& layout, ModeOrder order,
                                                        const AllowsModes& a,
                                                        const AllowsModes& b) {
  std::optional<ModeAssignment> found;
  if (order == ModeOrder::Unknown) {
    for_each_assignment(layout.instructions, [&](const ModeAssignment& modes) {
      if (!b(modes) && a(modes)) found = modes;
      return !found;
    });
    return found;
  }
  if (b(strongest_modes(layout.instructions))) return std::nullopt;
  if (!a(weakest_modes(layout.instructions))) return std::nullopt;
  const auto is_forbidden = [&](const ModeAssignment& modes) { return !b(modes); };
  for (ModeAssignment& modes : weakest_forbidden(layout.instructions, is_forbidden)) {
    if (a(modes)) return std::move(modes);
  }
  return std::nullopt;
}

}  // namespace drover
