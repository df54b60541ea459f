#pragma once

#include <cstdint>
#include <string>

#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Returns a small program whose threads wait, retry and compute in loops without a bound of their
// own.
[[nodiscard]] std::string random_loops(std::uint64_t seed);

// Checks [Godot] Theorem 1 under every model with an incremental checker: with and without
// elimination of pure iterations, and with the awaits that result from it,
//   - each thread ends with the same values in its registers, whatever the others do,
//   - the same values are stored at the same places,
//   - the same errors are found, including races and accesses to freed memory,
//   - complete executions have the same outcomes.
// Under imm and machines: check_waits. Livelocks are left out: without elimination, loops are cut
// instead. But runs with and without awaits must find the same ones.
[[nodiscard]] CrossCheckResult check_purity(const std::string& source,
                                            const CrossCheckOptions& options = {});

// Compares errors and outcomes of `lb` with and without plp and await, under imm and machines.
void check_waits(const Program& source, const CrossCheckOptions& options, CrossCheckResult& result);

}  // namespace drover::oracle
