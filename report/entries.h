#pragma once

#include <vector>

#include "report/drawings.h"
#include "report/execution_pool.h"
#include "report/forbidden.h"
#include "report/model_runs.h"
#include "report/report_data.h"
#include "report/report_input.h"
#include "semantics/program/program.h"

namespace drover::report {

// Describes the runs of a program: verdicts and counts, conditions, loops.
[[nodiscard]] std::vector<RunEntry> describe_runs(const ReportInput& input,
                                                  const std::vector<ModelRun>& runs);
[[nodiscard]] Json describe_conditions(const ReportInput& input, const std::vector<ModelRun>& runs);
[[nodiscard]] Json describe_loops(const ReportInput& input, const std::vector<ModelRun>& runs);

// A page with more errors would be too large.
inline constexpr std::size_t MaxErrorEntries = 500;

// Returns the errors of all runs, each once, with the models that have it. Errors of conditions
// come last: the table of outcomes shows them, too.
[[nodiscard]] std::vector<ErrorEntry> describe_errors(const std::vector<ModelRun>& runs,
                                                      DrawingRoom& room);

// Describes executions of runs. Short-lived: holds references.
class ExecutionDescriber {
 public:
  ExecutionDescriber(const Program& program, const std::vector<ModelRun>& runs, DrawingRoom& room)
      : program_(program), runs_(runs), room_(room) {}

  // Returns the execution's picture and each model's verdict.
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
