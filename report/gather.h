#pragma once

#include "report/model_runs.h"
#include "report/report_command.h"
#include "report/report_data.h"
#include "report/report_input.h"

namespace drover::report {

// Returns the report on one program under each of `models`. The program must be free of errors.
[[nodiscard]] ProgramReport gather(const ReportCommand& command, const ReportInput& input,
                                   const Models& models);

}  // namespace drover::report
