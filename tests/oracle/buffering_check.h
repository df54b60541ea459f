#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "explorer/models/memory_model.h"
#include "semantics/program/program.h"
#include "tests/oracle/cross_check.h"

namespace drover::oracle {

// Returns the program compiled for the machine of the model. Nothing if its mapping has no row for
// some instruction.
[[nodiscard]] std::optional<Program> compiled_for(const Program& program, const MemoryModel& model);

// Compares `lb` with `enumerate` under imm, and, compiled, under aarch64, riscv, ppc and lkmm (with
// Drover's mapping and a weaker one): both find the same executions with the same ends and give the
// same report, and `lb` finds none twice. `lb` compares each of its steps with the axioms; imm is
// also read as a model that is not built in. If reads give up, `lb` reports the same complete
// executions, deadlocks, errors and flags; with symmetry it finds one execution of each orbit.
[[nodiscard]] CrossCheckResult check_buffering(const Program& program,
                                               std::uint64_t max_executions);

// Compares under one model. TooLarge if `lb` does not support the model or the program.
[[nodiscard]] CrossCheckResult check_buffering_under(const Program& program,
                                                     const MemoryModel& model,
                                                     std::uint64_t max_executions);

}  // namespace drover::oracle
