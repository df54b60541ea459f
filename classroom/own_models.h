#pragma once

#include "classroom/exercise.h"
#include "classroom/sections.h"
#include "frontend/diagnostic.h"

namespace drover::classroom {

// Looks for a model that an exercise names and, unless it is built in, keeps it in
// `exercise.own_models`: a section `model NAME:` above, which must not have holes, or a file
// `*.cat`, whose path is relative to the folder of the exercise. Reports what is not a model.
void add_model(Exercise& exercise, const Word& word, DiagnosticSink& sink);

}  // namespace drover::classroom
