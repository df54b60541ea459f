#pragma once

#include <string>

#include "explorer/explain/explanation.h"

// Reasons in a few words, for tables and sentences.
namespace drover {

// "`coherence`: writer:4 –hb→ reader:9 –fr→ writer:4".
[[nodiscard]] std::string short_reason(const Reason& reason, const Candidate& candidate);

// Why `lenient` does not mind a cycle in `candidate`: "no `preserved` from left:4 to left:5".
[[nodiscard]] std::string lenience_words(const Lenience& lenience, const MemoryModel& lenient,
                                         const Candidate& candidate);

}  // namespace drover
