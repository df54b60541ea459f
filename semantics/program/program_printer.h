#pragma once

#include <span>
#include <string>
#include <string_view>

#include "semantics/program/program.h"

namespace drover {

// The instructions of every thread, one per line with its index and source line: what
// `drover show --after lower` prints.
[[nodiscard]] std::string print_program(const Program& program);

// How the core language, and C, write an operator; empty for what is not one.
[[nodiscard]] std::string_view symbol_of(Operator op);

// The words of the core language that are not names.
[[nodiscard]] std::span<const std::string_view> core_keywords();

}  // namespace drover
