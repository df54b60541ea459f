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

// Whether the algorithm of a plan can give parts of its work away. Not `dpor`: what is found in one
// part of the tree adds to others; nor `interleave`, which has to know what it has seen.
[[nodiscard]] bool is_splittable(AlgorithmKind algorithm);
// Whether its search can be stopped and go on, also in another process: all but `interleave`.
[[nodiscard]] bool is_resumable(AlgorithmKind algorithm);

// Whether there are graphs of that size: 0 is the smallest.
[[nodiscard]] bool has_width(AlgorithmKind algorithm, std::uint32_t width);

// The search that a plan is about. Everything must outlive it.
[[nodiscard]] std::unique_ptr<Search> make_search(const Plan& plan, const MemoryModel& model,
                                                  std::uint32_t width, ProgramAutomata& automata,
                                                  RunControl& control, ExecutionObserver& observer);

// What VerifySC has had to do so far in a search that make_search made; nothing if it does not ask.
[[nodiscard]] std::optional<vsc::VscCounters> counters_of(const Search& search);

}  // namespace drover
