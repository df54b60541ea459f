#pragma once

#include <cstdint>

#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Compares `dpor` with `interleave` under sc, on the program as it is and with assumptions turned
// into awaits:
//   - if additions conflict, `dpor` finds the same executions, none twice;
//   - if they commute, it finds one execution of each class of the weaker happens-before,
//     [Godot] §IV-A, computed here from the graphs of all executions;
//   - no execution of `dpor` is blocked by its sleep set.
[[nodiscard]] CrossCheckResult check_dpor(const Program& program, std::uint64_t max_executions);

}  // namespace drover::oracle
