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

// Returns how the models' machines produce the witness, in order of time; models with the same
// story share a text. Empty if there is no story, or it is too long.
[[nodiscard]] std::string story_text(const std::vector<const explain::ModelAnswer*>& answers,
                                     const explain::Explanation& explanation,
                                     std::size_t columns = UsualColumns);

}  // namespace drover::words
