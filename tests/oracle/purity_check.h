#pragma once

#include <cstdint>
#include <string>

#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// A small program whose threads wait, retry and compute in loops that have no bound of their own.
[[nodiscard]] std::string random_loops(std::uint64_t seed);

// [Godot] Theorem 1, under every model: with and without elimination of pure iterations, and with
// the awaits that come of it,
//   - each thread ends with the same values in its registers, whatever the others do,
//   - the same values are stored at the same places,
//   - the same errors are found, races and accesses to freed memory among them,
//   - complete executions have the same outcomes.
// Livelocks are left out: without elimination there are none, loops are cut instead. But the same
// ones are found with awaits and without.
[[nodiscard]] CrossCheckResult check_purity(const std::string& source,
                                            const CrossCheckOptions& options = {});

}  // namespace drover::oracle
