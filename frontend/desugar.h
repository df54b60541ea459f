#pragma once

#include "frontend/check_program.h"

namespace drover {

// Returns the program without sugar: every memory access is an explicit load or store with its
// mode. A program without sugar stays unchanged.
//
//   x@m, a[e]@m, p->f@m, *e@m as a value   →  load@m(…)
//   place@m := e;                          →  store@m(place, e);
//   unlock(m);                             →  store@rel(m, 0);
//
// Locations in conditions, also of awaits, stay bare: they name the value seen, not an access of
// their own.
[[nodiscard]] CheckedProgram desugar(CheckedProgram program);

}  // namespace drover
