#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/draw_command.h"
#include "cli/draw_input.h"
#include "cli/draw_selection.h"
#include "drawing/compose.h"
#include "explorer/exploration_result.h"
#include "explorer/graph/execution_graph.h"
#include "explorer/models/memory_model.h"

namespace drover::cli {

// An execution to draw, and what is to be said about it.
struct FoundExecution {
  std::size_t number = 0;  // among those that were selected, from 1
  ExecutionGraph graph;
  drawing::PictureRequest request;  // captions, remarks, endings and violation
};

struct FoundExecutions {
  std::vector<FoundExecution> executions;
  std::size_t matching = 0;  // also those that were not kept
  bool is_all = false;       // whether there are no others
  bool is_cut = false;       // only a loop of a litmus test: that is usual
  std::string limit;         // why there may be others; empty if nobody need be told
  GraphNames names;
  ExplorationResult result;  // whom the names refer to
};

// Runs the program and keeps what the selection asks for: the numbers it names, or else the
// first `command.max_pictures`.
//
// Forbidden candidates come from the reference algorithm under the model without axioms, and are
// those of which `model` says why not.
[[nodiscard]] FoundExecutions find_executions(const DrawCommand& command, const DrawInput& input,
                                              const Selection& selection, const MemoryModel& model);

}  // namespace drover::cli
