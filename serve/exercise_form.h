#pragma once

#include "classroom/exercise.h"
#include "support/json.h"

namespace drover::serve {

// Returns the form of an exercise: fields for holes, rows of a table, edges for a cycle.
//
//   subjects: [{name, language, pieces: [{text} or {hole}]}]
//   holes: [{name, kind, choices, prompt}]
//   tables: rows: [{item, model}], words
//   cycles: svg, events: {number: name}, edges: [[relation, from, to]]
[[nodiscard]] Json exercise_form(const classroom::Exercise& exercise);

}  // namespace drover::serve
