#pragma once

#include <cstddef>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

enum class Inlined : bool { No, Yes };

// Replaces the only call of a function by the function's body, and drops the function. Does nothing
// if there are several calls, if the call is part of an expression, or if the body has a `return`
// before its end.
Inlined inline_only_call(GeneratedProgram& program, std::size_t function);

}  // namespace drover::oracle
