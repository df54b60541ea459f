#pragma once

#include <string>
#include <vector>

#include "analysis/explain/explanation.h"
#include "words/styles.h"

namespace drover::words {

// One step of a story: "left reads y = 0 from memory (line 5)". Empty for what is not worth
// telling.
[[nodiscard]] std::string story_step_words(const explain::StoryStep& step,
                                           explain::StoryMachine machine,
                                           const ExecutionGraph& graph, const GraphNames& names);

// How the witness of these models comes about on their machines, in the order of time; models with
// the same story together. Empty if there is no story, or it is long.
[[nodiscard]] std::string story_text(const std::vector<const explain::ModelAnswer*>& answers,
                                     const explain::Explanation& explanation,
                                     std::size_t columns = UsualColumns);

}  // namespace drover::words
