#pragma once

#include <functional>
#include <optional>
#include <string>

#include "semantics/program/program.h"

namespace drover::decompile {

// A program as text of the core language that parses again and means the same: one `thread` for
// each thread, functions only where calls are marked `main` or `help`. The same executions, of
// the same events in the same order, with the same errors at other places of the text.
// Registers that conditions may name keep their names. Nothing if a thread has jumps that no
// structured program has (a loop with two entries, which the core language cannot make).
[[nodiscard]] std::optional<std::string> print_source(const Program& program);

// An expression, with `name_of` for registers.
[[nodiscard]] std::string print_expression(const Program& program, const ExpressionPool& pool,
                                           ExprId expression,
                                           const std::function<std::string(RegisterId)>& name_of);

}  // namespace drover::decompile
