#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "semantics/passes/purity/eliminate.h"

namespace drover {

// Returns the outcome of each loop of `program` (the original) in a run: `reduced` is the explored
// program, `iterations` are the most seen of each loop. One report per loop of the source, for all
// its threads and calls together.
[[nodiscard]] std::vector<LoopReport> report_loops(
    const Program& program, const Program& reduced,
    std::span<const passes::EliminatedLoop> pure_loops, std::span<const std::uint32_t> iterations,
    std::span<const CutLoop> cut_loops);

}  // namespace drover
