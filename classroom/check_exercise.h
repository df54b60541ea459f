#pragma once

#include "classroom/exercise.h"
#include "classroom/sections.h"
#include "frontend/diagnostic.h"
#include "frontend/source.h"

namespace drover::classroom {

// Reports errors in an exercise whose sections were read: missing parts of its kind, undeclared
// holes, and errors in programs and models without holes, at their place in the file.
void check_exercise(const Exercise& exercise, const SourceBuffer& source, DiagnosticSink& sink);

// Finds a model that an exercise names and, unless built in, keeps it in `exercise.own_models`: an
// earlier section `model NAME:` without holes, or a file `*.cat`, relative to the exercise's
// folder. Reports anything else.
void add_model(Exercise& exercise, const Word& word, DiagnosticSink& sink);

}  // namespace drover::classroom
