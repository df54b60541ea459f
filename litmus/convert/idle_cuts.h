#pragma once

#include "semantics/program/program.h"

namespace drover::litmus {

// Machines cut values to the size of each instruction. Returns the program without the cuts that
// change no value that it can have, by a bound on the values of each register and of memory: then
// conversions are short, and need fewer operators.
[[nodiscard]] Program without_idle_cuts(Program program);

}  // namespace drover::litmus
