#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// How often each kind of statement is tried, relative to the others; 0: never.
struct StatementWeights {
  int load = 12;
  int store = 12;
  int rmw = 7;
  int cas = 7;
  int await = 3;
  int fence = 4;
  int compute = 3;
  int branch = 5;  // if
  int loop = 4;
  int spin = 0;  // loops without a bound of their own: `while (x == 0) { }`
  int call = 4;
  int critical = 8;  // lock … unlock, only in programs that have a lock
  int assume = 2;
  int assertion = 2;
  int stop = 1;  // error, block
  int jump = 3;  // break, continue, return
  int labelled = 2;
  int pointer = 3;
  int heap = 6;      // only in programs that have the heap, see Chances
  int addition = 0;  // faa and fas whose result is dropped
  int exchange = 0;  // assume(cas(…)), an exchange that waits
  int choice = 0;    // of a value, by choose
};

// In percent of the programs, or of the places where there is a choice; 0: never.
struct Chances {
  int mode = 70;                  // of writing a mode where one may stand
  int memory_in_expression = 20;  // a load inside a condition or operand
  int consts = 25;
  int array = 25;
  int non_atomic = 8;
  int heap = 6;
  int initialiser = 30;
  int function = 25;
  int family = 20;
  int clone = 12;  // a thread equal to the one before it
  int init_block = 15;
  int final_block = 25;
  int second_condition = 30;  // forbid, forall or another exists
  int risky_arithmetic = 2;   // division and shifts by registers
  int failing_assertion = 25;
  int annotation = 0;  // main and help before calls and compare-and-swaps
  int spawn = 0;       // of threads that are spawned, see spawning.h
  int relaxed = 0;     // of a mode that is rlx, whatever `mode` says
  int dependency = 0;  // of an operand computed from a register: truly, or by `r * 0` and `r ^ r`
  int swarm = 30;      // of leaving a kind of statement out of a program altogether
};

struct GeneratorOptions {
  int min_threads = 1;  // workers, members of families counted
  int max_threads = 3;
  int max_statements = 4;      // per thread, not counting those in blocks
  int max_block = 2;           // statements in a block
  int max_nesting = 2;         // of blocks
  std::size_t max_events = 9;  // as max_events() counts
  std::size_t max_events_per_thread = 4;
  int max_locations = 3;
  int max_functions = 2;
  int max_observables = 6;  // registers and locations in the first condition
  int max_awaited = 1;      // the largest value that awaits wait for
  StatementWeights weights;
  Chances chances;
};

// Options for campaigns that look at one thing: "general", "symmetry" (threads with the same
// code), "locks" (waiting, critical sections), "awaits" (waiting for sums of additions), "dpor"
// (the same, larger than all models can be compared on), "spawns" (threads that are spawned and
// joined), "choices" (values that are chosen), "orders" (for relax and repair: many modes and
// fences), "buffering" (dependencies of every kind between relaxed accesses). Nothing for other
// names.
std::optional<GeneratorOptions> profile_options(std::string_view profile);

// A well-formed program, the same for the same seed and options. Its loops end (except for `spin`),
// its values are small, and its last lines are conditions, of which the first is an `exists` over
// registers and locations.
GeneratedProgram generate(std::uint64_t seed, const GeneratorOptions& options = {});

}  // namespace drover::oracle
