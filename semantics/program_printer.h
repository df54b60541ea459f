#pragma once

#include <string>

#include "semantics/program.h"

namespace drover {

// The instructions of every thread, one per line with its index and source line: what
// `drover show --after lower` prints.
[[nodiscard]] std::string print_program(const Program& program);

}  // namespace drover
