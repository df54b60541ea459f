#pragma once

#include <string>
#include <vector>

#include "analysis/explain/explanation.h"
#include "words/styles.h"

namespace drover::words {

// Returns one step of a story: "left reads y = 0 from memory (line 5)". Empty for unimportant
// steps.
[[nodiscard]] std::string story_step_words(const explain::StoryStep& step,
                                           explain::StoryMachine machine,
                                           const ExecutionGraph& graph, const GraphNames& names);

// Explains why models with the same witness accept it: it is an interleaving, or how their machines
// produce it in order of time, and why each accepts the cycle for which a stronger model rejects
// it. A race in it comes first.
[[nodiscard]] std::string allowance_text(const std::vector<const explain::ModelAnswer*>& answers,
                                         const explain::Explanation& explanation,
                                         std::size_t columns = UsualColumns);

}  // namespace drover::words
