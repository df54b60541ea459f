#pragma once

#include <string>

#include "analysis/explain/story.h"

namespace drover::testing {

// Runs the machine of a story as the story says, with values only: one that knows neither
// coherence nor reads-from. What is wrong with it; empty if each step may be taken, each read reads
// its value, each event has its turn, and memory is at the end as the graph has it.
//
// With messages, threads have views of how far they have seen each location: a message must not be
// older than that, and brings what its sender had seen where the model says so. (Sequentially
// consistent accesses and fences of rc11 are more than that; only what they share with others is
// checked.)
[[nodiscard]] std::string mistake_in_story(const explain::Story& story, const MemoryModel& model,
                                           const ExecutionGraph& graph);

}  // namespace drover::testing
