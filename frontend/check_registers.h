#pragma once

#include "frontend/check_program.h"
#include "frontend/diagnostic.h"

namespace drover {

// Warns about registers that are assigned and never used (a misspelt variable is one), and about
// those that are used where no assignment has come before. The program must be free of errors.
void check_registers(const CheckedProgram& program, DiagnosticSink& sink);

}  // namespace drover
