#pragma once

#include <string>

#include "explorer/explain/explanation.h"
#include "frontend/diagnostic_printer.h"

namespace drover {

// The cycle of a reason in words, step by step, and which edge of it would have to be missing.
[[nodiscard]] std::string cycle_text(const Reason& reason, const Candidate& candidate,
                                     Colour colour);

}  // namespace drover
