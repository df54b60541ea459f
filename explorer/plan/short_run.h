#pragma once

#include <cstdint>

#include "explorer/models/memory_model.h"
#include "explorer/plan/plan.h"

namespace drover {

// Runs the search of a plan for so many moments at most, and reports nothing. True if it then has
// explored everything. A moment of `enumerate` is one choice.
[[nodiscard]] bool ends_within(const Plan& plan, const MemoryModel& model, std::uint64_t moments);

}  // namespace drover
