#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "explorer/algorithms/reference/interleave.h"
#include "explorer/run/searches.h"

// Functions that run a search from its beginning to its end.
namespace drover {

enum class RunEnd : std::uint8_t {
  Done,          // or stopped by the run control
  TooManyEvents  // some graph does not fit; the reported results are void
};

inline RunEnd run_whole(const std::unique_ptr<Search>& search, RunControl& control) {
  search->begin();
  if (search->run() != SearchEnd::TooManyEvents) return RunEnd::Done;
  control.stop(StopReason::TooManyEvents);
  return RunEnd::TooManyEvents;
}

[[nodiscard]] inline RunEnd run_trust(const MemoryModel& model, std::size_t capacity,
                                      ProgramAutomata& automata, const trust::TrustOptions& options,
                                      RunControl& control, ExecutionObserver& observer) {
  return run_whole(make_trust(model, capacity, automata, options, control, observer), control);
}

[[nodiscard]] inline RunEnd run_rcmc(const MemoryModel& model, std::size_t capacity,
                                     ProgramAutomata& automata, RunControl& control,
                                     ExecutionObserver& observer) {
  return run_whole(make_rcmc(model, capacity, automata, control, observer), control);
}

inline void run_interleaving(ProgramAutomata& automata, StoreBuffers buffers, RunControl& control,
                             ExecutionObserver& observer) {
  run_whole(reference::make_interleaving(automata, buffers, control, observer), control);
}

}  // namespace drover
