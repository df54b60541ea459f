#pragma once

#include "frontend/c/unit.h"
#include "frontend/diagnostic.h"

namespace drover::c {

// Warns where an expression changes a variable and another part of it, which C does not order with
// that, uses or changes it, too: `i = i++`, `a[i] = i++`, `f(i++, i)`.
void check_sequence(const Unit& unit, DiagnosticSink& sink);

}  // namespace drover::c
