#pragma once

#include "classroom/exercise.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// Reports what is wrong with an exercise whose sections could be read: what its kind needs and it
// does not have, holes that are not declared, errors in programs and models without holes, at their
// place in the file.
void check_exercise(const Exercise& exercise, const SourceBuffer& source, DiagnosticSink& sink);

}  // namespace drover::classroom
