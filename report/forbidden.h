#pragma once

#include <string>
#include <vector>

#include "analysis/explain/explanation.h"
#include "analysis/explain/outcome.h"
#include "analysis/explain/reasons.h"
#include "report/drawings.h"
#include "report/model_runs.h"
#include "report/report_data.h"

namespace drover::report {

// An execution with the outcome that some model allows.
struct AllowedExecution {
  explain::Candidate candidate;
  explain::ObservedLocations observed;
  std::size_t run = 0;
};

struct ForbiddenReasons {
  std::vector<ReasonEntry> reasons;
  std::string note;  // what is missing, and why
};

// Explains why each of `models` (indices in `runs`) forbids an outcome it does not reach; models
// with the same reason share an entry. With too many candidates, explains why one of `allowed` is
// not an execution of the model. `need` applies to the first picture.
[[nodiscard]] ForbiddenReasons explain_forbidden(const ReportInput& input,
                                                 const explain::Outcome& outcome,
                                                 const std::vector<ModelRun>& runs,
                                                 const std::vector<std::size_t>& models,
                                                 const std::vector<AllowedExecution>& allowed,
                                                 double max_seconds, DrawingRoom& room, Need need);

}  // namespace drover::report
