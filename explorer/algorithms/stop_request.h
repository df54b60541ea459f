#pragma once

#include "explorer/algorithms/run_control.h"
#include "support/interrupt.h"

namespace drover {

// Returns the reason for a stop from outside.
[[nodiscard]] inline StopReason requested_stop() {
  return is_at_memory_limit() ? StopReason::MaxMemory : StopReason::Interrupted;
}

}  // namespace drover
