#pragma once

// Adds the threads that a program may spawn as threads of the program. Explorers know all threads
// beforehand; a thread that is not spawned (yet) has no events.
//
// They are found by running each thread on partly known values: memory contents, and values derived
// from them, are unknown; a branch on an unknown value goes both ways. A thread is identified by
// its parent, the serial number of the spawn there, and its routine, so that its identity does not
// depend on the schedule. Some may occur in no execution; none is missing, unless the limit is
// reached: a spawn of a missing thread cuts its parent (CutReason::Threads).

#include <cstdint>

#include "semantics/program/program.h"

namespace drover::passes {

// Adds them after the workers; earlier ones are replaced. Observables keep naming the same threads.
void add_spawned_threads(Program& program, std::uint32_t max_threads = DefaultMaxThreads);

}  // namespace drover::passes
