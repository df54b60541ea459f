#pragma once

// Estimates from some executions whether another algorithm has far less to explore than `spore`.
//
// Under sc, `spore` explores every execution once, or one of those that differ by a permutation of
// symmetric threads. Two other algorithms explore one execution for many equivalent ones: `dpor` if
// they differ in the order of commuting additions (IFAA), `rvf` if threads read the same values.
// The program does not show the size of the saving; executions do.
//
// First `spore` runs for a moment: most programs end there, and there is nothing to choose.
// Otherwise the tree of its exploration is swept (sweeper.h), which gives some hundred executions,
// each of which represents a number w of others. Let N be the sum of w. For each execution we
// compute
//
//   - the number o of possible orders of its additions. `dpor` explores one of them, so it explores
//     Σ w/o where `spore` explores N. If threads are symmetric, N leaves out their permutations,
//     which `dpor` does not: it explores up to that many times as much.
//   - the values that each thread has read, and the order of the reads in (po ∪ rf)+: `rvf`
//     distinguishes executions by these ([RVF] §3). Two random executions agree in them with a
//     probability p; then there are at least 1/p classes, exactly 1/p if all have the same size.
//     Pairs from one part of the sweep are left out: they share most of their reads.
//
// About o: additions that are adjacent in coherence, with no other read in between, form a *run*.
// In a run, an addition could have come before its direct predecessors, back to the last one of its
// own thread: that is the number of its places, and o is the product of these numbers. Accesses of
// other threads may order two additions of a run, so o may be too large; the choice needs only the
// right order of magnitude.
//
// The error of N matters little: it is the same on both sides.
//
// All of this depends on the program alone: sweeps have a fixed seed, and short runs end after a
// number of steps. So a resumed run, and each of the processes that share a run, make the same
// choice; they have no limits here.

#include <optional>

#include "explorer/plan/plan.h"

namespace drover {

// `plan` is for `spore`. Empty if `spore` has so little to explore that there is nothing to gain,
// or if a limit of the run was reached.
[[nodiscard]] std::optional<SizeComparison> compare_sizes(const Plan& plan,
                                                          const ExplorerOptions& limits);

}  // namespace drover
