#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Returns the program as the machine of the model runs it; nothing if its mapping has no row for
// it.
[[nodiscard]] std::optional<Program> compiled_for(const Program& program, const MemoryModel& model);

// Compares `lb` with `enumerate` under imm, and, compiled, under aarch64, riscv and ppc: the same
// executions with the same ends, none twice, and the same report. Each part is checked by the text
// of the model as well: of imm as a model that is not built in.
[[nodiscard]] CrossCheckResult check_buffering(const Program& program,
                                               std::uint64_t max_executions);

// Under one model, of which every part is checked by its text, too. Passes over what `lb` does not
// take.
[[nodiscard]] CrossCheckResult check_buffering_under(const Program& program,
                                                     const MemoryModel& model,
                                                     std::uint64_t max_executions);

}  // namespace drover::oracle
