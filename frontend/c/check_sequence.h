#pragma once

#include "frontend/c/unit.h"
#include "frontend/diagnostic.h"

namespace drover::c {

// Warns if an expression changes a variable and another, unordered part of it uses or changes the
// variable, too: `i = i++`, `a[i] = i++`, `f(i++, i)`.
void check_sequence(const Unit& unit, DiagnosticSink& sink);

}  // namespace drover::c
