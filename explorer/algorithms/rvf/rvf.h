#pragma once

#include <memory>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/rvf/rvf_options.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "semantics/automaton/thread_automaton.h"

namespace drover::rvf {

class RvfSearch : public Search {
 public:
  // What VerifySC had to do so far.
  [[nodiscard]] virtual vsc::VscCounters counters() const = 0;
};

// Explores the program under sc by RVF-SMC, [RVF] Algorithm 2: every state that a thread can
// reach is reached in some of the executions reported, and so is every final state that a
// condition of the program can tell apart. Everything but `options` must outlive it.
[[nodiscard]] std::unique_ptr<RvfSearch> make_rvf(ProgramAutomata& automata,
                                                  const RvfOptions& options, RunControl& control,
                                                  ExecutionObserver& observer);

}  // namespace drover::rvf
