#pragma once

#include <string>

#include "cli/command_line.h"
#include "explorer/findings/exploration_result.h"

namespace drover::cli {

// The first words of a report. They agree with the exit status.
struct Headline {
  std::string word;    // "safe"
  std::string remark;  // behind it: why the status is not the one of that verdict; empty: it is
};

[[nodiscard]] Headline headline_of(const ExplorationResult& result, const CheckCommand& command);

// Violations of other kinds than those that fail do not hide that a run is incomplete.
[[nodiscard]] int status_of(const ExplorationResult& result, const CheckCommand& command);

}  // namespace drover::cli
