#pragma once

#include <string>

#include "analysis/explain/story.h"

namespace drover::testing {

// Runs the machine of a story as the story says. Returns the first mistake; empty if each step is
// possible, each read reads its value, and each event is taken.
// The machine with store buffers works with values only, without coherence and reads-from; in the
// end its memory must be that of the graph.
// The machine with messages gives each thread a view: how far it has seen each location, as places
// in coherence. A message that is read must not be older than that, and brings its sender's view
// where the model says so. (The stronger rules of rc11 for sequentially consistent accesses and
// fences are not checked.)
// The machine with promises has a list of writes, which are promised before their threads come to
// them, or not.
[[nodiscard]] std::string mistake_in_story(const explain::Story& story, const MemoryModel& model,
                                           const ExecutionGraph& graph);

}  // namespace drover::testing
