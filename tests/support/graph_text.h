#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "explorer/graph/execution_graph.h"
#include "explorer/graph/graph_names.h"
#include "explorer/models/memory_model.h"

// Execution graphs from text, for tests.
//
//   "W x 1; R y 0 || W y 1; R x 0"            threads separated by ||, events by ;
//   "W@rel x 1; F@sc; R@acq x 1"              modes
//   "U@acqrel x 0 1"                          a read-modify-write that reads 0 and writes 1
//   "P x 0"                                   its read alone: the write is yet to come
//   "C@sc,rlx x 0 1"                          a failed compare-and-swap: expected 0, read 1
//   "R x ?"                                   a read without a writer
//   "a: W x 1 || b: W x 1 || R x 1 from b"    names, where values do not say which write
//   "init: W x 1 || R x 1 || final: R x 1"    threads that run first and last
//   "W x 1 || W x 2 ;; co x: 2 1"             coherence by values; only what is listed has a place
//
// Initial values are 0. A value v of a read means the one write of v to that location.
// Without `co`, the writes of a location are in coherence as they are in the text. The
// k-th event of the text is on source line k.
namespace drover::testing {

struct GraphText {
  ExecutionGraph graph;
  std::vector<std::string> locations;    // by LocationId
  std::map<std::string, EventId> named;  // as in the text

  // Names threads T0, T1, …, and locations as in the text.
  [[nodiscard]] GraphNames names() const;
};

[[nodiscard]] GraphText parse_graph(std::string_view text);
[[nodiscard]] ExecutionGraph graph(std::string_view text);

// Visits all candidates of a program: the same notation, with `*` for the value of a read (R, U) or
// `CAS@m x expected new`, which succeeds or fails. There is one graph per choice of the outcomes of
// compare-and-swaps, of the writers of reads and, if `model` has coherence, of the coherence
// orders. Leaves out graphs that `model` finds inconsistent before coherence is chosen.
void for_each_candidate(std::string_view program, const MemoryModel& model,
                        const std::function<void(const ExecutionGraph&)>& visit);

// Counts the consistent candidates.
[[nodiscard]] std::size_t count_executions(std::string_view program, const MemoryModel& model);

}  // namespace drover::testing
