#pragma once

#include <cstdint>

namespace drover {

// How a run reports progress: on one line if there is a terminal, as JSON objects, or not at all.
enum class ProgressFormat : std::uint8_t { Auto, Json, None };

}  // namespace drover
