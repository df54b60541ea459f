#pragma once

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// Mends a program after an edit: values without a definition further up become 0, and statements
// and comparisons in conditions that need a definition are dropped. The result obeys the rules of
// the language; a program that does is returned as it is.
GeneratedProgram repair(GeneratedProgram program);

}  // namespace drover::oracle
