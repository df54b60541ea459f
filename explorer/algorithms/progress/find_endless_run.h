#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "explorer/algorithms/progress/progress_model.h"
#include "explorer/algorithms/run_control.h"
#include "semantics/program/program.h"
#include "support/source_range.h"

namespace drover::progress {

// Why a run does not end, for a thread of it.
enum class ThreadFate : std::uint8_t {
  Ends,      // it ended before
  NotBegun,  // it is never scheduled
  Loops,     // it takes steps forever
  Halted,    // it has begun, but is not scheduled any more
  Waits      // at a control barrier, or for the end of a thread
};

struct StuckThread {
  ThreadFate fate = ThreadFate::Ends;
  SourceRange source =
      {};  // Loops: of one of its steps; Waits: of the wait; Halted: of its next step
};

struct ProgressResult {
  // The threads of a run that does not end and that the progress model allows.
  std::optional<std::vector<StuckThread>> endless;
  std::size_t states = 0;
  bool is_complete = true;  // false: a limit was reached, and no such run was found
};

// Searches the interleavings of a program, under sequential consistency, for a run that the
// progress model allows and in which some thread never ends. Loops are not cut. Runs in which an
// assumption fails, or a thread fails, do not count.
//
// A state is the positions and registers of threads, the memory, and which threads have begun.
// Threads that take steps forever do so in a strongly connected component of the states with at
// least one step, and some run goes through the whole component: so the run exists iff the threads
// that have steps in the component are as the model allows. Which threads have begun, have ended,
// or wait at a barrier forever is the same in the whole component, but for those that take steps.
// A wait for a value is a step to the same state.
[[nodiscard]] ProgressResult find_endless_run(const Program& program, ProgressModel model,
                                              RunControl& control, std::size_t max_states);

}  // namespace drover::progress
