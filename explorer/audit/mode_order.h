#pragma once

#include <cstddef>
#include <cstdint>

#include "explorer/models/memory_model.h"

namespace drover {

// Whether stronger modes only ever forbid: what weakest_forbidden (mode_assignment.h) needs.
struct ModeOrder {
  bool is_monotone = true;
  std::uint64_t graphs = 0;  // that were asked about, with all their modes
};

// Asks `model` about all assignments of modes to every graph of up to three events, and to
// those of two threads with two reads or writes each.
[[nodiscard]] ModeOrder check_mode_order(const MemoryModel& model);

}  // namespace drover
