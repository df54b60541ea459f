#pragma once

#include <cstddef>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

enum class Inlined : bool { No, Yes };

// Puts the body of a function in the place of its one call and drops the function; not
// if there are several calls, the call is part of an expression, or the function returns
// from within.
Inlined inline_only_call(GeneratedProgram& program, std::size_t function);

}  // namespace drover::oracle
