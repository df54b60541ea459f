#pragma once

#include "frontend/check_program.h"

namespace drover {

// The same program without sugar: every access of memory is an explicit load or store
// with its mode. A program without sugar stays as it is.
//
//   x@m, a[e]@m, p->f@m, *e@m as a value   →  load@m(…)
//   place@m := e;                          →  store@m(place, e);
//   unlock(m);                             →  store@rel(m, 0);
//
// Places in conditions and in an await's condition stay bare: there they name the
// value seen, not an access of their own.
[[nodiscard]] CheckedProgram desugar(CheckedProgram program);

}  // namespace drover
