#include "report/model_runs.h"

#include <algorithm>
#include <utility>

#include "explorer/explore.h"
#include "litmus/run_litmus.h"
#include "support/format.h"
#include "support/interrupt.h"

namespace drover::report {

namespace {

// Limit of runs that only measure a reduction.
constexpr std::uint64_t MaxComparedExecutions = 20'000;
constexpr double MaxComparedSeconds = 0.5;

OutcomeKind kind_of(const Execution& execution) {
  bool is_blocked = false;
  for (const ThreadEnd end : execution.ends) {
    if (end == ThreadEnd::Error || end == ThreadEnd::Cut) return OutcomeKind::Unfinished;
    is_blocked = is_blocked || end != ThreadEnd::Finished;
  }
  return is_blocked ? OutcomeKind::Blocked : OutcomeKind::Complete;
}

ExplorerOptions options_of(const ReportCommand& command, const ReportInput& input,
                           const MemoryModel& model) {
  ExplorerOptions options;
  if (input.subject.test()) options = litmus::herd_options(*input.subject.test(), model);
  options.model = &model;
  options.after_error = AfterError::GoOn;
  options.unfold.unroll = input.subject.unroll;
  options.max_seconds = command.max_seconds;
  options.max_executions = command.max_executions;
  options.interrupt = &interrupt_flag();
  return options;
}

}  // namespace

std::uint64_t ModelRun::graphs() const {
  return result.executions + result.blocked + result.erroneous + result.cut + result.stale;
}

std::vector<PlacedModel> placed_models(const std::vector<std::size_t>& places,
                                       const std::vector<ModelRun>& runs) {
  std::vector<PlacedModel> models;
  for (const std::size_t place : places) models.push_back({place, runs[place].model});
  return models;
}

std::vector<ModelRun> run_models(const ReportCommand& command, const ReportInput& input,
                                 const Models& models, const ShownState& shown,
                                 ExecutionPool& pool) {
  std::vector<ModelRun> runs;
  const bool has_states = !input.subject.program->conditions.empty();
  for (const auto& model : models) {
    ModelRun run{model.get(), options_of(command, input, *model), {}};
    ExplorerOptions options = run.options;
    options.on_execution = [&](const Execution& execution) {
      const OutcomeKind kind = kind_of(execution);
      if (kind != OutcomeKind::Complete || !has_states) pool.add({kind, {}}, execution);
    };
    options.on_final_state = [&](const Execution& execution, const std::vector<Value>& state) {
      if (!shown.counts(state)) return;
      pool.add({OutcomeKind::Final, shown.project(state)}, execution);
    };
    if (command.watch) {
      const std::string what = format("{} under {} ({} of {} models)", input.name, model->name(),
                                      runs.size() + 1, models.size());
      options.progress = command.watch(what, *input.subject.program, options);
    }
    // A run may restart and then finds other executions.
    options.on_start = [&](const GraphNames&) {
      pool.begin_run(runs.size(), model->has_coherence());
    };
    run.result = explore(*input.subject.program, options);
    runs.push_back(std::move(run));
  }
  return runs;
}

Json measure_savings(const Program& program, const std::vector<ModelRun>& runs) {
  Json savings = Json::array();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const ModelRun& run = runs[i];
    for (const Reduction reduction : run.result.reductions) {
      if (was_interrupted()) return savings;
      ExplorerOptions options = run.options;
      options.reductions.erase(reduction);
      options.max_executions = MaxComparedExecutions;
      options.max_seconds = std::min(MaxComparedSeconds, *run.options.max_seconds);
      const ModelRun other{run.model, options, explore(program, options)};
      // A run that was stopped gives a lower bound.
      savings.push_back({{"reduction", reduction_name(reduction)},
                         {"model", i},
                         {"with", run.graphs()},
                         {"without", other.graphs()},
                         {"isAtLeast", other.result.stop_reason != StopReason::Exhausted}});
    }
  }
  return savings;
}

}  // namespace drover::report
