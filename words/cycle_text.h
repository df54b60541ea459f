#pragma once

#include <cstddef>
#include <string>

#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "words/styles.h"

namespace drover::words {

// Returns "For x = 1 at the end, … has to be the last one, but …", an unfinished sentence.
[[nodiscard]] std::string overwritten_words(const explain::OverwrittenWrite& overwritten,
                                            const explain::Candidate& candidate);

// Returns a reason's cycle in words, step by step, and which edge would have to be missing.
[[nodiscard]] std::string cycle_text(const explain::Reason& reason,
                                     const explain::Candidate& candidate, Colour colour,
                                     std::size_t columns = UsualColumns);

}  // namespace drover::words
