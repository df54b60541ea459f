#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explorer/findings/exploration_result.h"

// The lines by which two runs are compared that must agree.
namespace drover::oracle {

// A line for each condition and for each final state, with how often it was met.
[[nodiscard]] std::string outcome_lines(const ExplorationResult& result);

// "error KIND …" for each error, where `describe` says the rest; sorted, as runs meet them in
// different orders.
[[nodiscard]] std::vector<std::string> error_lines(
    const ExplorationResult& result,
    const std::function<std::string(const ReportedError&)>& describe);

}  // namespace drover::oracle
