#pragma once

#include <vector>

#include "report/drawings.h"
#include "report/execution_pool.h"
#include "report/forbidden.h"
#include "report/model_runs.h"
#include "report/report_data.h"
#include "semantics/program/program.h"

namespace drover::report {

// Describes executions of runs. Short-lived: holds references.
class ExecutionDescriber {
 public:
  ExecutionDescriber(const Program& program, const std::vector<ModelRun>& runs, DrawingRoom& room)
      : program_(program), runs_(runs), room_(room) {}

  // Returns its picture and each model's verdict.
  [[nodiscard]] ExecutionEntry describe(const KeptExecution& kept, Need need);
  // Returns the execution for explaining why other models forbid its final state `state`.
  [[nodiscard]] AllowedExecution as_allowed(const KeptExecution& kept,
                                            const std::vector<Value>& state) const;

 private:
  [[nodiscard]] ExecutionGraph graph_of(const KeptExecution& kept) const;
  [[nodiscard]] explain::ObservedLocations observed_locations(const ModelRun& run) const;

  const Program& program_;
  const std::vector<ModelRun>& runs_;
  DrawingRoom& room_;
};

}  // namespace drover::report
