#pragma once

#include <functional>
#include <string>
#include <vector>

#include "explorer/findings/exploration_result.h"

// Lines of text that compare two runs.
namespace drover::oracle {

// Returns a line with a count for each condition and for each final state.
[[nodiscard]] std::string outcome_lines(const ExplorationResult& result);

// Returns "error KIND …" for each error, followed by the text of `describe`; sorted, since runs
// meet errors in different orders.
[[nodiscard]] std::vector<std::string> error_lines(
    const ExplorationResult& result,
    const std::function<std::string(const ReportedError&)>& describe);

}  // namespace drover::oracle
