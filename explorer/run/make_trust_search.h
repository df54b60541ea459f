#pragma once

// Private to make_trust: the instances of TruSt, one per width of graphs, apart from the checkers.

#include <cstddef>
#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/trust/trust_frames.h"
#include "explorer/algorithms/trust/trust_options.h"
#include "explorer/models/memory_model.h"

namespace drover {

// The parameters of make_trust without the capacity. All references must outlive the search.
struct TrustJob {
  const MemoryModel& model;
  ProgramAutomata& automata;
  trust::TrustOptions options;
  RunControl& control;
  ExecutionObserver& observer;
};

// TruSt on graphs of `Words` words. Checkers are behind virtual functions: one instance for all of
// them compiles in the time of one, and takes 0 to 4 % more instructions to explore (most under sc,
// whose checker does least).
template <std::size_t Words>
std::unique_ptr<Search> make_trust_search(const TrustJob& job,
                                          trust::MakeChecker<Words> make_checker);

}  // namespace drover
