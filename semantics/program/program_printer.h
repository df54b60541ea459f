#pragma once

#include <span>
#include <string>
#include <string_view>

#include "semantics/program/program.h"

namespace drover {

// Prints the instructions of every thread, one per line with its index and source line: the output
// of `drover show --after lower`.
[[nodiscard]] std::string print_program(const Program& program);

// The keywords of the core language.
[[nodiscard]] std::span<const std::string_view> core_keywords();

}  // namespace drover
