#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "explorer/algorithms/algorithm.h"
#include "explorer/algorithms/search.h"
#include "explorer/algorithms/verify_sc/vsc_counters.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/plan.h"

namespace drover {

// True if the algorithm can give parts of its work away. Not `dpor`: findings in one part of the
// tree add work to others; nor `interleave`, which must know all visited states.
[[nodiscard]] bool is_splittable(AlgorithmKind algorithm);
// True if its search can be stopped and resumed, also in another process: all but `interleave`.
[[nodiscard]] bool is_resumable(AlgorithmKind algorithm);

// True if there are graphs of that size: 0 is the smallest.
[[nodiscard]] bool has_width(AlgorithmKind algorithm, std::uint32_t width);

// Returns the search of a plan. All arguments must outlive it.
[[nodiscard]] std::unique_ptr<Search> make_search(const Plan& plan, const MemoryModel& model,
                                                  std::uint32_t width, ProgramAutomata& automata,
                                                  RunControl& control, ExecutionObserver& observer);

// Returns the work of VerifySC so far in a search from make_search; empty if it does not use
// VerifySC.
[[nodiscard]] std::optional<vsc::VscCounters> counters_of(const Search& search);

}  // namespace drover
