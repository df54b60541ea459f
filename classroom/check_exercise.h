#pragma once

#include "classroom/exercise.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// Reports errors in an exercise whose sections were read: missing parts of its kind, undeclared
// holes, and errors in programs and models without holes, at their place in the file.
void check_exercise(const Exercise& exercise, const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::classroom
