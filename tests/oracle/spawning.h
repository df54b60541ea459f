#pragma once

#include "tests/oracle/generated_program.h"
#include "tests/oracle/random.h"

// Programs with spawned threads, made from programs whose threads exist from the beginning.
namespace drover::oracle {

// Makes functions of some threads, which other threads spawn: one after the other, in a loop, under
// a condition, or one from within another; arguments are constants or read from memory. Some are
// joined, by their spawner or by another thread, and some results are used. A few are joined twice,
// and a few joins are of a number that is no thread.
void spawn_threads(GeneratedProgram& program, Random& random);

// Returns the program with one thread that first spawns all others and finally joins them. It has
// no conditions, which could not name the registers of spawned threads.
[[nodiscard]] GeneratedProgram with_main(GeneratedProgram program);

}  // namespace drover::oracle
