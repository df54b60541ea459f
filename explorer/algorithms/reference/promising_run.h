#pragma once

#include <optional>
#include <vector>

#include "explorer/algorithms/reference/promising_play.h"
#include "explorer/graph/execution_graph.h"

namespace drover::reference {

// One step of a run that gives a known execution.
struct PromisedEvent {
  PromisingStep step = PromisingStep::Pass;
  // The event that takes place, or whose message is promised. Of an atomic instruction its read:
  // the write is part of the step, by Write or by Fulfil. A step Read of such a read promises
  // nothing: the thread has no write after it.
  EventId event;
  PromisingThread after;  // the event's thread, after the step
};

// Returns a run of the machine that gives `graph`, with as few promises as possible, in which a
// thread goes on as long as it can. Empty if there is none, the search takes too long, the graph
// has no dependencies, or the machine does not take it: accesses in parts. See promising_run.cpp.
[[nodiscard]] std::optional<std::vector<PromisedEvent>> find_promised_run(
    const ExecutionGraph& graph, PromisingRules rules);

}  // namespace drover::reference
