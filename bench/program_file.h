#pragma once

#include <string>
#include <vector>

#include "frontend/check_program.h"
#include "semantics/program/program.h"

namespace drover::bench {

// A program of bench/programs. Prints what is wrong with it and aborts if there is something.
[[nodiscard]] Program program_file(const std::string& name,
                                   const std::vector<ConstantOverride>& constants);

}  // namespace drover::bench
