#pragma once

#include <vector>

#include "cli/report/drawings.h"
#include "cli/report/execution_pool.h"
#include "cli/report/forbidden.h"
#include "cli/report/model_runs.h"
#include "cli/report/report_data.h"
#include "semantics/program.h"

namespace drover::report {

// From executions of runs to what is said of them. A short-lived worker: holds references.
class ExecutionDescriber {
 public:
  ExecutionDescriber(const Program& program, const std::vector<ModelRun>& runs, DrawingRoom& room)
      : program_(program), runs_(runs), room_(room) {}

  // Its picture, and what each model says of it.
  [[nodiscard]] ExecutionEntry describe(const KeptExecution& kept);
  // The same execution for whoever explains why other models forbid its final state, which is
  // `state`.
  [[nodiscard]] AllowedExecution as_allowed(const KeptExecution& kept,
                                            const std::vector<Value>& state) const;

 private:
  [[nodiscard]] ExecutionGraph graph_of(const KeptExecution& kept) const;
  [[nodiscard]] ObservedLocations observed_locations(const ModelRun& run) const;

  const Program& program_;
  const std::vector<ModelRun>& runs_;
  DrawingRoom& room_;
};

}  // namespace drover::report
