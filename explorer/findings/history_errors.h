#pragma once

#include <string>
#include <vector>

#include "explorer/findings/findings.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/histories/history_check.h"

namespace drover {

// Returns "enqueue(1) by t1", "dequeue() = 1 by t2".
[[nodiscard]] std::string call_text(const histories::Call& call, const SpecifiedObject& object,
                                    const GraphNames& names);

// Returns the threads that wait for ever in the execution of an error of this kind.
[[nodiscard]] std::vector<ThreadId> waiting_threads(const ReportedError& error);

// Returns the error that a history shows: its calls, and why no order of them will do.
[[nodiscard]] RecordedError describe_fault(const histories::HistoryFault& fault,
                                           const SpecifiedObject& object,
                                           const ExecutionGraph& graph, const GraphNames& names);

}  // namespace drover
