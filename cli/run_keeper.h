#pragma once

#include <mutex>
#include <optional>
#include <string>

#include "cli/command_line.h"
#include "cli/state_file.h"
#include "explorer/exploration_result.h"
#include "explorer/explorer_options.h"

namespace drover::cli {

// Keeps the state of a run in a file, and goes on with one that was kept: --checkpoint and
// --resume.
class RunKeeper {
 public:
  RunKeeper(const CheckCommand& command, RunIdentity identity);

  // Sets the options of the run; false if the state to go on with cannot be used.
  [[nodiscard]] bool prepare(ExplorerOptions& options);
  // The run has ended.
  void keep(const ExplorationResult& result);
  // What went wrong: a line, or nothing.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  void write(const ExplorationState& state);

  const CheckCommand& command_;
  RunIdentity identity_;
  Checkpointing checkpoint_;
  std::optional<ExplorationState> resumed_;
  std::mutex mutex_;
  std::string complaint_;
};

}  // namespace drover::cli
