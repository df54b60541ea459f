#pragma once

#include <string>

#include "semantics/program/program.h"

namespace drover::testing {

// Reads a program that has no errors. Otherwise prints the diagnostics and aborts.
[[nodiscard]] Program program_from(const std::string& text);

}  // namespace drover::testing
