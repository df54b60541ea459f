#pragma once

#include <string>

#include "analysis/explain/explanation.h"

// Short reasons for tables and sentences.
namespace drover::words {

// Returns "`coherence`: a (writer:4) –hb→ d (reader:9) –fr→ a (writer:4)".
[[nodiscard]] std::string short_reason(const explain::Reason& reason,
                                       const explain::Candidate& candidate);

// Returns why `lenient` accepts a cycle in `candidate`: "no `preserved` from a (left:4) to b
// (left:5)".
[[nodiscard]] std::string lenience_words(const explain::Lenience& lenience,
                                         const MemoryModel& lenient,
                                         const explain::Candidate& candidate);

}  // namespace drover::words
