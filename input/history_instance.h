#pragma once

#include "explorer/algorithms/verify_sc/vsc_instance.h"
#include "frontend/history.h"

namespace drover::input {

// Returns a history as an instance of VerifySC. A read may read from any write of its value: a
// history records values only. Operation i of the history is event i after the initial writes.
[[nodiscard]] vsc::VscInstance instance_of(const History& history);

}  // namespace drover::input
