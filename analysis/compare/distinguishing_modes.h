#pragma once

#include <functional>
#include <optional>

#include "analysis/shapes/event_layout.h"
#include "analysis/shapes/mode_assignment.h"

namespace drover::compare {

// The effect of stronger modes on what models allow (model_order.h).
enum class ModeOrder : std::uint8_t { StrongerForbids, Unknown };

using AllowsModes = std::function<bool(const shapes::ModeAssignment&)>;

// Modes with which `a` allows, and `b` forbids, what they are asked about. Where stronger modes
// only forbid, these are weakest modes with which `b` forbids it, and few are asked about: there
// are none unless `a` allows it with the weakest and `b` forbids it with the strongest.
[[nodiscard]] std::optional<shapes::ModeAssignment> find_distinguishing_modes(
    const shapes::EventLayout& layout, ModeOrder order, const AllowsModes& a, const AllowsModes& b);

}  // namespace drover::compare
