#pragma once

#include "cli/command_line.h"
#include "explorer/crew/exploration_state.h"
#include "explorer/models/memory_model.h"
#include "explorer/plan/explorer_options.h"
#include "explorer/work/cluster.h"
#include "input/subject.h"

namespace drover::cli {

[[nodiscard]] input::SubjectOptions subject_options(const CheckCommand& command);
[[nodiscard]] ExplorerOptions options_of(const CheckCommand& command, const MemoryModel& model);

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
