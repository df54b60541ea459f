#pragma once

#include <string>

#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "words/styles.h"

namespace drover::words {

// Returns the built-in models as a table: verdicts, and the reason where the verdict changes.
[[nodiscard]] std::string ladder_text(const explain::Explanation& explanation, Colour colour,
                                      std::size_t columns = UsualColumns);

}  // namespace drover::words
