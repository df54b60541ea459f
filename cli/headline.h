#pragma once

#include <string>

#include "cli/command_line.h"
#include "explorer/findings/exploration_result.h"

namespace drover::cli {

// The first words of a report; they agree with the exit status.
struct Headline {
  std::string word;    // "safe"
  std::string remark;  // why the status differs from the verdict's; empty: it does not
};

[[nodiscard]] Headline headline_of(const ExplorationResult& result, const CheckCommand& command);

// Violations of kinds that do not fail do not hide an incomplete run.
[[nodiscard]] int status_of(const ExplorationResult& result, const CheckCommand& command);

}  // namespace drover::cli
