#pragma once

#include <string>

#include "analysis/explain/explanation.h"

// Reasons in a few words, for tables and sentences.
namespace drover::words {

// "`coherence`: a (writer:4) –hb→ d (reader:9) –fr→ a (writer:4)".
[[nodiscard]] std::string short_reason(const explain::Reason& reason,
                                       const explain::Candidate& candidate);

// Why `lenient` does not mind a cycle in `candidate`: "no `preserved` from a (left:4) to b
// (left:5)".
[[nodiscard]] std::string lenience_words(const explain::Lenience& lenience,
                                         const MemoryModel& lenient,
                                         const explain::Candidate& candidate);

}  // namespace drover::words
