#pragma once

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"

namespace drover {

// Warns about registers that are assigned but never used (such as misspelt variables), and about
// registers that are used before any assignment. The program must be free of errors.
void check_registers(const CheckedProgram& program, DiagnosticSink& sink);

}  // namespace drover
