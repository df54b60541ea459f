#pragma once

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// Repairs a program after an edit: values without an earlier definition become 0, and statements
// and comparisons that need a definition are dropped. The result obeys the rules of the language; a
// well-formed program stays unchanged.
GeneratedProgram repair(GeneratedProgram program);

}  // namespace drover::oracle
