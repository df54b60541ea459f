#pragma once

#include <cstdint>

namespace drover {

// How it is told how far a run has come: by a line on a terminal, if there is one; by JSON objects;
// not at all.
enum class ProgressFormat : std::uint8_t { Auto, Json, None };

}  // namespace drover
