#pragma once

#include "semantics/program/program.h"

namespace drover::mapping {

// Ends the branches of a thread with Flow::Onward where their paths meet: at the first instruction
// common to all paths from the branch to the end of the thread. Paths that stop (`error`, `block`)
// do not count.
void end_branches_where_ways_meet(Thread& thread);

}  // namespace drover::mapping
