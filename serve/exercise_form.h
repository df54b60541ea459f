#pragma once

#include "classroom/exercise.h"
#include "support/json.h"

namespace drover::serve {

// What a page asks for: fields for holes, rows of a table, the edges that a cycle may be made of.
//
//   subjects: [{name, language, pieces: [{text} or {hole}]}], holes: [{name, kind, choices,
//   prompt}] rows: [{item, model}] and words, of tables svg, events: {number: name}, edges:
//   [[relation, from, to]], of cycles
[[nodiscard]] Json exercise_form(const classroom::Exercise& exercise);

}  // namespace drover::serve
