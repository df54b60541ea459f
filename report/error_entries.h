#pragma once

#include <vector>

#include "report/drawings.h"
#include "report/model_runs.h"
#include "report/report_data.h"

namespace drover::report {

// The errors of all runs, each once, with the models that have it. What conditions say is seen in
// the table of outcomes too, and comes after all else.
[[nodiscard]] std::vector<ErrorEntry> describe_errors(const std::vector<ModelRun>& runs,
                                                      DrawingRoom& room);

}  // namespace drover::report
