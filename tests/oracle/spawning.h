#pragma once

#include "tests/oracle/generated_program.h"
#include "tests/oracle/random.h"

// Programs with threads that are spawned, made from programs with threads that are there from the
// beginning.
namespace drover::oracle {

// Makes functions of some threads, which others spawn: one after the other, in a loop, under a
// condition, one from within another; with arguments that are read from memory or constants. Some
// are joined, by who spawned them or by another thread, and some of the results are used. Now and
// then one is joined twice, or something is joined that is not a thread.
void spawn_threads(GeneratedProgram& program, Random& random);

// The same program with one thread that spawns all the others first and joins them in the end.
// Without conditions: there are no registers of threads any more that they could name.
[[nodiscard]] GeneratedProgram with_main(GeneratedProgram program);

}  // namespace drover::oracle
