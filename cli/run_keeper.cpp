#include "cli/run_keeper.h"

#include <utility>

#include "support/format.h"

namespace drover::cli {

RunKeeper::RunKeeper(const CheckCommand& command, RunIdentity identity)
    : command_(command), identity_(std::move(identity)) {}

bool RunKeeper::prepare(ExplorerOptions& options) {
  if (!command_.resume.empty()) {
    ReadState read = read_state(command_.resume, identity_);
    if (!read.state) {
      complaint_ = format("drover: --resume: {}\n", read.complaint);
      return false;
    }
    resumed_ = std::move(read.state);
    options.resume = &*resumed_;
  }
  if (command_.checkpoint.empty()) return true;
  // Whether it can be written is found out now, not in an hour.
  write(resumed_ ? *resumed_ : whole_exploration());
  if (command_.checkpoint_every) checkpoint_.every_seconds = *command_.checkpoint_every;
  checkpoint_.write = [this](const ExplorationState& state) { write(state); };
  options.checkpoint = &checkpoint_;
  return complaint_.empty();
}

void RunKeeper::keep(const ExplorationResult& result) {
  if (!command_.checkpoint.empty() && result.left) write(*result.left);
}

void RunKeeper::write(const ExplorationState& state) {
  const std::lock_guard lock(mutex_);
  const std::string why = write_state(command_.checkpoint, identity_, state);
  complaint_ = why.empty() ? "" : format("drover: --checkpoint: {}\n", why);
}

}  // namespace drover::cli
