#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "explorer/algorithms/progress/find_endless_run.h"
#include "semantics/program/program.h"
#include "support/json.h"

namespace drover::cli {

// The result of --progress-model.
struct ProgressOutcome {
  std::string model;  // `hsa-obe`
  progress::ProgressResult result;
  // The number of executions of the memory model in which threads wait forever: they have read old
  // values, or it is a deadlock of interleavings, too. No scheduler ends them.
  std::uint64_t deadlocks = 0;
  std::string memory_model;

  // Nothing: not decided.
  [[nodiscard]] std::optional<bool> every_one_ends() const {
    if (result.endless) return false;
    return result.is_complete ? std::optional(true) : std::nullopt;
  }
};

// Searches the interleavings of a program for one that does not end. `model` is a name; nothing if
// it is empty.
[[nodiscard]] std::optional<ProgressOutcome> search_progress(const Program& program,
                                                             const std::string& model,
                                                             std::optional<double> max_seconds);

// Returns what was found, in words: "every interleaving ends".
[[nodiscard]] std::string progress_sentence(const ProgressOutcome& outcome, const Program& program);

[[nodiscard]] Json progress_json(const ProgressOutcome& outcome, const Program& program);

}  // namespace drover::cli
