#pragma once

#include <vector>

#include "report/model_runs.h"
#include "report/report_data.h"
#include "report/report_input.h"

namespace drover::report {

// Describes the runs of a program: verdicts and counts, conditions, loops.
[[nodiscard]] std::vector<RunEntry> describe_runs(const ReportInput& input,
                                                  const std::vector<ModelRun>& runs);
[[nodiscard]] std::vector<ConditionEntry> describe_conditions(const ReportInput& input,
                                                              const std::vector<ModelRun>& runs);
[[nodiscard]] std::vector<LoopEntry> describe_loops(const ReportInput& input,
                                                    const std::vector<ModelRun>& runs);

}  // namespace drover::report
