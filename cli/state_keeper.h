#pragma once

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "cli/command_line.h"
#include "cli/state_file.h"
#include "support/format.h"
#include "support/keeping.h"

namespace drover::cli {

// Keeps the state of a run or search in a file and resumes from a kept state: --checkpoint and
// --resume.
template <class State>
class StateKeeper {
 public:
  StateKeeper(const StateFiles& files, RunIdentity identity)
      : files_(files), identity_(std::move(identity)) {}

  // Reads the state to resume; `whole` is the initial state. False if the state is unusable or
  // cannot be written.
  [[nodiscard]] bool prepare(const State& whole) {
    if (!files_.resume.empty()) {
      ReadState<State> read = read_state<State>(files_.resume, identity_);
      if (!read.state) {
        complaint_ = format("drover: --resume: {}\n", read.complaint);
        return false;
      }
      resumed_ = std::move(read.state);
    }
    if (files_.checkpoint.empty()) return true;
    // Finds out now whether the file can be written.
    keep(resumed_ ? *resumed_ : whole);
    if (files_.every_seconds) keeping_.every_seconds = *files_.every_seconds;
    keeping_.write = [this](const State& state) { keep(state); };
    return complaint_.empty();
  }

  // Returns the state to resume. Null: from the beginning.
  [[nodiscard]] const State* resumed() const { return resumed_ ? &*resumed_ : nullptr; }
  // Returns the callbacks that keep the state. Null if no state is kept. Lives as long as this
  // object.
  [[nodiscard]] const Keeping<State>* keeping() const {
    return files_.checkpoint.empty() ? nullptr : &keeping_;
  }
  void keep(const State& state) {
    if (files_.checkpoint.empty()) return;
    const std::lock_guard lock(mutex_);
    const std::string why = write_state(files_.checkpoint, identity_, state);
    complaint_ = why.empty() ? "" : format("drover: --checkpoint: {}\n", why);
  }
  // Returns an error message, or an empty text.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  const StateFiles& files_;
  RunIdentity identity_;
  Keeping<State> keeping_;
  std::optional<State> resumed_;
  std::mutex mutex_;
  std::string complaint_;
};

}  // namespace drover::cli
