#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "explorer/findings/exploration_result.h"
#include "semantics/passes/purity/eliminate.h"

namespace drover {

// What became of each loop of `program` (as it was written) in a run: `reduced` is what was
// explored, `iterations` are the most that were seen of each loop. One report per loop of the
// source, for all threads and calls that it is in together.
[[nodiscard]] std::vector<LoopReport> report_loops(
    const Program& program, const Program& reduced,
    std::span<const passes::EliminatedLoop> pure_loops, std::span<const std::uint32_t> iterations,
    std::span<const CutLoop> cut_loops);

}  // namespace drover
