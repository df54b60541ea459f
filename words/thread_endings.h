#pragma once

#include <span>
#include <vector>

#include "drawing/compose.h"
#include "explorer/algorithms/execution.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::words {

// Why each thread of an execution went no further, by thread, for its picture: from where it
// stands and how it ended.
[[nodiscard]] std::vector<drawing::ThreadEnding> thread_endings(const ProgramAutomata& automata,
                                                                std::span<const NodeId> nodes,
                                                                std::span<const ThreadEnd> ends);

}  // namespace drover::words
