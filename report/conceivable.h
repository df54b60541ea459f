#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "report/report_input.h"
#include "report/shown_state.h"

namespace drover::report {

// Returns the outcomes of all candidate executions that are coherent per location, including
// outcomes that every model forbids. Nothing if `max_seconds` do not suffice, or a loop was cut.
[[nodiscard]] std::optional<std::set<std::vector<Value>>> conceivable_outcomes(
    const ReportInput& input, const ShownState& shown, double max_seconds);

}  // namespace drover::report
