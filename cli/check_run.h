#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cli/model_argument.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/work/cluster.h"
#include "input/subject.h"
#include "mapping/mapping.h"
#include "semantics/program/program.h"

namespace drover::cli {

[[nodiscard]] input::SubjectOptions subject_options(const CheckCommand& command);
[[nodiscard]] ExplorerOptions options_of(const CheckCommand& command, const MemoryModel& model);

// What the command line names besides programs. Nothing if one of them cannot be used. `said`: what
// there is to say about them, whole lines.
struct RunSettings {
  Models models;
  GivenMapping mapping;
};
[[nodiscard]] std::optional<RunSettings> settings_of(const CheckCommand& command,
                                                     std::string& said);

// What is explored: a program as its model sees it, and the model as it is for that program.
struct FittedRun {
  std::shared_ptr<const Program> program;  // null if they do not fit
  std::shared_ptr<const MemoryModel> model;
  std::shared_ptr<const mapping::Mapping> mapping;  // by which it was compiled; null: it was not
  std::string complaint;                            // why they do not fit: whole lines
};
[[nodiscard]] FittedRun fit_run(const input::Subject& subject,
                                const std::shared_ptr<const MemoryModel>& model,
                                const GivenMapping& given, ColourChoice colour);

// A program that has been read, and the state of its run.
struct PreparedRun {
  const input::Subject& subject;
  const ExplorationState& state;
};
// `check`, of what has been prepared, if that is not null.
[[nodiscard]] int run_check(const CheckCommand& command, const PreparedRun* prepared);
// `check` of one program under one model, in the first process of a cluster: the others help.
[[nodiscard]] int run_check(const CheckCommand& command, work::Cluster& cluster);

}  // namespace drover::cli
