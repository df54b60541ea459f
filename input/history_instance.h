#pragma once

#include "explorer/algorithms/verify_sc/vsc_instance.h"
#include "frontend/history.h"

namespace drover::input {

// A history as a question for VerifySC. A read may read from any write of its value: values are all
// that a history knows. Operation i of the history is event i after the initial writes.
[[nodiscard]] vsc::VscInstance instance_of(const History& history);

}  // namespace drover::input
