#pragma once

#include <string>
#include <vector>

#include "cli/report/drawings.h"
#include "cli/report/model_runs.h"
#include "cli/report/report_data.h"
#include "explorer/explain/outcome.h"

namespace drover::report {

struct ForbiddenReasons {
  std::vector<ReasonEntry> reasons;
  std::string note;  // what is missing, and why
};

// Why each of `models` (places in `runs`), which do not reach the outcome, forbids it: models that
// say the same together.
[[nodiscard]] ForbiddenReasons explain_forbidden(const ReportInput& input, const Outcome& outcome,
                                                 const std::vector<ModelRun>& runs,
                                                 const std::vector<std::size_t>& models,
                                                 double max_seconds, DrawingRoom& room);

}  // namespace drover::report
