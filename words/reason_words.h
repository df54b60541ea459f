#pragma once

#include <cstddef>
#include <string>

#include "analysis/explain/explanation.h"
#include "frontend/diagnostic_printer.h"
#include "words/styles.h"

// Short reasons, for tables and sentences.
namespace drover::words {

// Returns "`coherence`: a (writer:4) –hb→ d (reader:9) –fr→ a (writer:4)".
[[nodiscard]] std::string short_reason(const explain::Reason& reason,
                                       const explain::Candidate& candidate);

// Returns why `lenient` accepts a cycle in `candidate`: "no `preserved` from a (left:4) to b
// (left:5)".
[[nodiscard]] std::string lenience_words(const explain::Lenience& lenience,
                                         const MemoryModel& lenient,
                                         const explain::Candidate& candidate);

// Returns the built-in models as a table: verdicts, and the reason where the verdict changes. Empty
// for a single model.
[[nodiscard]] std::string ladder_text(const explain::Explanation& explanation, Colour colour,
                                      std::size_t columns = UsualColumns);

}  // namespace drover::words
