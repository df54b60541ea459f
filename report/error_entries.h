#pragma once

#include <vector>

#include "report/drawings.h"
#include "report/model_runs.h"
#include "report/report_data.h"

namespace drover::report {

// A page with more errors would be too large.
inline constexpr std::size_t MaxErrorEntries = 500;

// Returns the errors of all runs, each once, with the models that have it. Errors of conditions
// come last: the table of outcomes shows them, too.
[[nodiscard]] std::vector<ErrorEntry> describe_errors(const std::vector<ModelRun>& runs,
                                                      DrawingRoom& room);

}  // namespace drover::report
