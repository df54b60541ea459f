#pragma once

#include "semantics/program/program.h"

namespace drover::passes {

// Returns the program with `main f(…)` and `help f(…)` as plain calls: without the markers, which
// are events. If computing an argument may fail, the marker stays, to report it.
[[nodiscard]] Program with_plain_calls(Program program);

}  // namespace drover::passes
