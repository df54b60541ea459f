#pragma once

#include <memory>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/explorer_options.h"
#include "report/execution_pool.h"
#include "report/report_command.h"
#include "report/report_input.h"
#include "report/shown_state.h"

namespace drover::report {

using Models = std::vector<std::shared_ptr<const MemoryModel>>;

// A program explored under one model.
struct ModelRun {
  const MemoryModel* model = nullptr;
  ExplorerOptions options;  // without callbacks on executions
  ExplorationResult result;

  [[nodiscard]] bool is_complete() const { return !result.is_partial(); }
  // Returns the number of all graphs visited.
  [[nodiscard]] std::uint64_t graphs() const;
};

// A model and its index among the runs.
struct PlacedModel {
  std::size_t place = 0;
  const MemoryModel* model = nullptr;
};
[[nodiscard]] std::vector<PlacedModel> placed_models(const std::vector<std::size_t>& places,
                                                     const std::vector<ModelRun>& runs);

// Explores a program under each model: a core program like `check --all-errors`, a litmus test like
// `litmus`. Puts executions into `pool`.
[[nodiscard]] std::vector<ModelRun> run_models(const ReportCommand& command,
                                               const ReportInput& input, const Models& models,
                                               const ShownState& shown, ExecutionPool& pool);

// Measures each run without each of its reductions. Long runs are stopped.
[[nodiscard]] Json measure_savings(const Program& program, const std::vector<ModelRun>& runs);

}  // namespace drover::report
