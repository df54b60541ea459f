#pragma once

#include "semantics/passes/liberties.h"
#include "semantics/program/program.h"

namespace drover::passes {

// Removes from the loops that access memory the code that only computes values on which nothing
// else depends: counters of attempts, the delays of a back-off and the loops that wait for that
// long, and branches whose sides do nothing else. Lemma 36 (docs/proofs.md): what remains has the
// same events, errors and ends.
//
// An inner loop is removed only if it is known to end: a register counts towards a bound that the
// loop does not change. A computation that may fault stays, and so does what it depends on. The
// exception is a register that begins near 0 and takes small steps: an execution in which it
// overflows has a million iterations.
[[nodiscard]] Thread without_idle_code(const Program& program, ThreadId thread,
                                       Liberties liberties);

}  // namespace drover::passes
