#pragma once

#include "semantics/program/program.h"

namespace drover::passes {

// The program with `main f(…)` and `help f(…)` as plain calls: what they do, without the markers,
// which are events. Where computing an argument may fail, the marker stays: it says so.
[[nodiscard]] Program with_plain_calls(Program program);

}  // namespace drover::passes
