#pragma once

#include <functional>
#include <optional>
#include <string>

#include "semantics/program/program.h"

namespace drover::decompile {

// Prints a program as core-language text that parses again and means the same: one `thread` for
// each thread, functions only for calls marked `main` or `help`. It has the same executions, with
// the same events in the same order, and the same errors at other places of the text. Registers
// that conditions may name keep their names. Nothing if a thread has unstructured jumps (a loop
// with two entries, which the core language cannot make).
[[nodiscard]] std::optional<std::string> print_source(const Program& program);

// Prints an expression, with `name_of` for registers.
[[nodiscard]] std::string print_expression(const Program& program, const ExpressionPool& pool,
                                           ExprId expression,
                                           const std::function<std::string(RegisterId)>& name_of);

}  // namespace drover::decompile
