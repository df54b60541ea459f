#pragma once

// The threads that a program may spawn, as threads of the program. Explorers know all threads
// beforehand; one that nobody has spawned (yet) has no events.
//
// Which there are is found by running each thread on values that may be unknown: what memory
// holds is, and so is what comes of it; a branch on an unknown value goes both ways. A thread is
// told from others by its parent, the serial number of the spawn there, and its routine, so that
// what it is does not depend on the order in which threads run. There may be some that no
// execution has; there is none missing, unless the limit is reached: a spawn of one that is missing
// cuts its thread (CutReason::Threads).

#include <cstdint>

#include "semantics/program/program.h"

namespace drover::passes {

// Puts them after the workers; those that were there before are made again. Observables go on
// naming the threads they named.
void add_spawned_threads(Program& program, std::uint32_t max_threads = DefaultMaxThreads);

}  // namespace drover::passes
