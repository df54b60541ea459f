#pragma once

#include <vector>

#include "cli/report/drawings.h"
#include "cli/report/model_runs.h"
#include "cli/report/report_data.h"

namespace drover::report {

// The errors of all runs, each once, with the models that have it. What conditions say is seen in
// the table of outcomes too, and comes after all else.
[[nodiscard]] std::vector<ErrorEntry> describe_errors(const std::vector<ModelRun>& runs,
                                                      DrawingRoom& room);

}  // namespace drover::report
