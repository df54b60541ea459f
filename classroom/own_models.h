#pragma once

#include "classroom/exercise.h"
#include "classroom/sections.h"
#include "frontend/diagnostic.h"

namespace drover::classroom {

// Finds a model that an exercise names and, unless built in, keeps it in `exercise.own_models`: an
// earlier section `model NAME:` without holes, or a file `*.cat`, relative to the exercise's
// folder. Reports anything else.
void add_model(Exercise& exercise, const Word& word, DiagnosticSink& sink);

}  // namespace drover::classroom
