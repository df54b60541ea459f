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
  [[nodiscard]] virtual vsc::VscCounters counters() const = 0;
};

// Explores the program under sc by RVF-SMC, [RVF] Algorithm 2. Every reachable thread state occurs
// in some reported execution, and so does every final state that a condition of the program can
// distinguish. All arguments except `options` must outlive it.
[[nodiscard]] std::unique_ptr<RvfSearch> make_rvf(ProgramAutomata& automata,
                                                  const RvfOptions& options, RunControl& control,
                                                  ExecutionObserver& observer);

}  // namespace drover::rvf
