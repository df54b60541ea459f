#pragma once

#include <functional>
#include <optional>

#include "analysis/shapes/event_layout.h"
#include "analysis/shapes/mode_assignment.h"

namespace drover::compare {

// The effect of stronger modes on what models allow (model_order.h).
enum class ModeOrder : std::uint8_t { StrongerForbids, Unknown };

using AllowsModes = std::function<bool(const shapes::ModeAssignment&)>;

// Finds modes with which `a` allows and `b` forbids the same outcome. If stronger modes only
// forbid, the result is a weakest assignment that `b` forbids, and few assignments are checked:
// there is no result unless `a` allows the weakest assignment and `b` forbids the strongest.
[[nodiscard]] std::optional<shapes::ModeAssignment> find_distinguishing_modes(
    const shapes::EventLayout& layout, ModeOrder order, const AllowsModes& a, const AllowsModes& b);

}  // namespace drover::compare
