#pragma once

#include "report/model_runs.h"
#include "report/report_command.h"
#include "report/report_data.h"
#include "report/report_input.h"

namespace drover::report {

// Everything that a report says about one program, under each of `models`. The program must have
// been read without errors.
[[nodiscard]] ProgramReport gather(const ReportCommand& command, const ReportInput& input,
                                   const Models& models);

}  // namespace drover::report
