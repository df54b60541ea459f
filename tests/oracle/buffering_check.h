#pragma once

#include <cstdint>
#include <string>

#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Compares `lb` with `enumerate` under imm: the same executions with the same ends, none twice,
// and the same report.
[[nodiscard]] CrossCheckResult check_buffering(const Program& program,
                                               std::uint64_t max_executions);

}  // namespace drover::oracle
