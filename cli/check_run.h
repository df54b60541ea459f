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

// Models and mapping that the command line names. Nothing, with a printed reason, if one cannot be
// used.
struct RunSettings {
  Models models;
  GivenMapping mapping;
};
[[nodiscard]] std::optional<RunSettings> settings_of(const CheckCommand& command);

// The program to explore, compiled for its model, and the model adapted to the program.
struct FittedRun {
  std::shared_ptr<const Program> program;  // null if program and model do not fit
  std::shared_ptr<const MemoryModel> model;
  std::shared_ptr<const mapping::Mapping> mapping;  // compiled the program; null: none
  std::string complaint;                            // why program and model do not fit
};
[[nodiscard]] FittedRun fit_run(const input::Subject& subject,
                                const std::shared_ptr<const MemoryModel>& model,
                                const GivenMapping& given, ColourChoice colour);

// A program after reading, and the state of its run.
struct PreparedRun {
  const input::Subject& subject;
  const ExplorationState& state;
};
// Runs `check`: on a prepared run, if there is one; or one program under one model in the first
// process of a cluster, if there is one, whose other processes help.
[[nodiscard]] int run_check(const CheckCommand& command, const PreparedRun* prepared,
                            work::Cluster* cluster = nullptr);

}  // namespace drover::cli
