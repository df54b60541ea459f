#pragma once

#include <cstdint>

namespace drover {

// How the progress of a run is reported: by a line on a terminal, if there is one; by JSON objects;
// not at all.
enum class ProgressFormat : std::uint8_t { Auto, Json, None };

}  // namespace drover
