#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "report/report_input.h"
#include "report/shown_state.h"

namespace drover::report {

// The outcomes of all candidate executions that are coherent location by location, whatever a
// model says: those that no model allows are among them. Nothing if there are too many candidates
// to look at in `max_seconds`, or if a loop was cut.
[[nodiscard]] std::optional<std::set<std::vector<Value>>> conceivable_outcomes(
    const ReportInput& input, const ShownState& shown, double max_seconds);

}  // namespace drover::report
