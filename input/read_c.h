#pragma once

#include "input/subject.h"

namespace drover::input {

// Reads a C program: through the compiler's preprocessor, unless its name ends in `.i`.
// (web/no_c.cpp is in its place where there is no compiler.)
void read_c(Subject& subject, const SubjectOptions& options);

}  // namespace drover::input
