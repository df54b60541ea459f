#pragma once

#include "semantics/program/program.h"

namespace drover::mapping {

// Makes the branches of a thread that hold back all that is behind them (Flow::Onward) end where
// their ways meet: on every way from the branch to the end of the thread, that is the first place
// that all of them come to. What stops the thread (`error`, `block`) is on no such way.
void end_branches_where_ways_meet(Thread& thread);

}  // namespace drover::mapping
