#pragma once

// Tests of AArch64 for the order inside one instruction, as diymicro7 makes them: from an input of
// the instruction to one of its outputs. A cycle is `iico[swp Rs->Rt] DpAddrdrW Rfe PodRW:L Rfe
// Rf-reg`: LB or MP, in which one thread is ordered by nothing but the instruction.

#include <string>
#include <string_view>
#include <vector>

#include "generate/test.h"

namespace drover::generate {

// Whether a text has such an edge: it is no cycle of read_cycle.
[[nodiscard]] bool is_inside_instruction(std::string_view text);

[[nodiscard]] OrError<GeneratedTest> generate_inside(std::string_view text,
                                                     const TestOptions& options);

// All cycles: LB and MP for each way through each instruction.
[[nodiscard]] std::vector<std::string> cycles_inside_instructions();

}  // namespace drover::generate
