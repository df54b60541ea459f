#pragma once

#include <span>
#include <string_view>

#include "explorer/models/memory_model.h"

namespace drover {

// The built-in models: sc tso pso sra ra rc11 rc20 wrc11, in this order.
[[nodiscard]] std::span<const MemoryModel* const> all_models();

// nullptr where there is no such model.
[[nodiscard]] const MemoryModel* find_model(std::string_view name);

}  // namespace drover
