#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "tests/oracle/generated_program.h"

namespace drover::oracle {

// Relative weights of kinds of statements. A kind with weight 0 does not occur.
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
  int retry = 0;     // several reads, and then on or not; reads that are confirmed
};

// Chances in percent of the programs, or of the places with a choice. 0 means never.
struct Chances {
  int mode = 70;                  // of writing a mode where one may stand
  int memory_in_expression = 20;  // of a load inside a condition or operand
  int consts = 25;
  int array = 25;
  int non_atomic = 8;
  int heap = 6;
  int initialiser = 30;
  int function = 25;
  int family = 20;
  int clone = 12;  // of a thread equal to its predecessor
  int init_block = 15;
  int final_block = 25;
  int second_condition = 30;  // of a further forbid, forall or exists
  int risky_arithmetic = 2;   // division and shifts by registers
  int failing_assertion = 25;
  int annotation = 0;  // of main and help before calls and compare-and-swaps
  int spawn = 0;       // of threads that are spawned, see spawning.h
  int relaxed = 0;     // of a mode that is rlx, whatever `mode` says
  int dependency = 0;  // of an operand that depends on a register, or seems to: `r ^ r`
  int scope = 0;       // of a scope with a mode: threads have places then
  int swarm = 30;      // of leaving a kind of statement out of a program altogether
};

struct GeneratorOptions {
  int min_threads = 1;  // workers, including members of families
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

// Returns the options of a profile, for campaigns on one topic: "general", "symmetry" (threads with
// the same code), "locks" (waiting, critical sections), "awaits" (waiting for sums of additions),
// "dpor" (the same, with programs too large for a comparison of all models), "retries" (iterations
// over several locations that give up, confirmed reads, the heap), "spawns" (threads that are
// spawned and joined), "choices" (`choose`), "orders" (for relax and repair: many modes and
// fences), "buffering" (dependencies of every kind between relaxed accesses), "large-buffering"
// (the same, larger, with spawns), "waiting" (loops that spin, locks, awaits and read-modify-writes
// of machines), "machines" (locks, loops and read-modify-writes of both kinds in threads with the
// same code), "scopes" (scopes with modes, and places of threads). Nothing for other names.
std::optional<GeneratorOptions> profile_options(std::string_view profile);

// Generates a well-formed program, the same for the same seed and options. Its loops end (except
// for `spin`), its values are small, and its last lines are conditions. The first condition is an
// `exists` over registers and locations.
GeneratedProgram generate(std::uint64_t seed, const GeneratorOptions& options = {});

}  // namespace drover::oracle
