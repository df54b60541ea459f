#pragma once

#include <string_view>

namespace drover::editing {

// True if `relax` and `repair` support the named model: some modes have an effect, and the effect
// of stronger modes is known.
[[nodiscard]] bool has_orders(std::string_view model);

}  // namespace drover::editing
