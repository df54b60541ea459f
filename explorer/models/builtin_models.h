#pragma once

#include "explorer/models/memory_model.h"

namespace drover {

// One per file of the same name.
[[nodiscard]] const MemoryModel& sc_model();
[[nodiscard]] const MemoryModel& tso_model();
[[nodiscard]] const MemoryModel& pso_model();
[[nodiscard]] const MemoryModel& sra_model();
[[nodiscard]] const MemoryModel& ra_model();
[[nodiscard]] const MemoryModel& rc11_model();
[[nodiscard]] const MemoryModel& rc20_model();
[[nodiscard]] const MemoryModel& wrc11_model();

}  // namespace drover
