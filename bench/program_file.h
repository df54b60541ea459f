#pragma once

#include <string>
#include <vector>

#include "frontend/check_program.h"
#include "semantics/program/program.h"

namespace drover::bench {

// Reads a program of bench/programs. If it has errors, prints them and aborts.
[[nodiscard]] Program program_file(const std::string& name,
                                   const std::vector<ConstantOverride>& constants);

}  // namespace drover::bench
