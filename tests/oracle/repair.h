#pragma once

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// The program without what an edit left hanging: values without a definition further up
// become 0, statements and comparisons in conditions that cannot stand without theirs go.
// The result obeys the rules of the language; a program that does is returned as it is.
GeneratedProgram repair(GeneratedProgram program);

}  // namespace drover::oracle
