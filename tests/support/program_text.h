#pragma once

#include <string>

#include "semantics/program/program.h"

namespace drover::testing {

// The program that `text` is. Prints the diagnostics and aborts if there are errors:
// tests call it with programs that have none.
[[nodiscard]] Program program_from(const std::string& text);

}  // namespace drover::testing
