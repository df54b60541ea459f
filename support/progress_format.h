#pragma once

#include <cstdint>

namespace drover {

// The form of progress reports: one line if there is a terminal, JSON objects, or none.
enum class ProgressFormat : std::uint8_t { Auto, Json, None };

}  // namespace drover
