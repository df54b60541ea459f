#pragma once

#include <string>

#include "explorer/explain/explanation.h"
#include "frontend/diagnostic_printer.h"

namespace drover {

// "For x = 1 at the end, … has to be the last one, but …": a sentence without its end.
[[nodiscard]] std::string overwritten_words(const OverwrittenWrite& overwritten,
                                            const Candidate& candidate);

// The cycle of a reason in words, step by step, and which edge of it would have to be missing.
[[nodiscard]] std::string cycle_text(const Reason& reason, const Candidate& candidate,
                                     Colour colour);

}  // namespace drover
