#pragma once

// Whether another algorithm has far less to explore than `spore`, from a look at some executions.
//
// Under sc, `spore` explores every execution once, or one of those that differ by a permutation of
// symmetric threads. Two other algorithms explore one for many that need not be told apart: `dpor`
// where they differ in the order of additions that commute (IFAA), `rvf` where threads read the
// same values. How many times as few these are cannot be seen in the program; it is seen in
// executions.
//
// First `spore` is run for a moment: most programs end there, and nothing is to be chosen.
// Otherwise the tree of its exploration is swept (sweeper.h): that gives some hundred executions,
// each of which stands for a number w of others. Let N be the sum of w. Of an execution we look at
//
//   - the number o of orders in which its additions could have come. Of those `dpor` explores one,
//     so that Σ w/o is what it explores of what N stands for. Where threads are symmetric, N leaves
//     out their permutations, which `dpor` does not: it explores up to that many times as much.
//   - what each thread has read, and which reads come before which in (po ∪ rf)+: `rvf` tells that
//     apart ([RVF] §3). Two executions taken at random agree in it with a likelihood p; then
//     there are at least 1/p classes, as many if all are of the same size. Pairs from one part of
//     the sweep are left out: they have most of their reads in common.
//
// About o: additions that come next to each other in coherence while nobody else reads in between
// are a *run*. In a run, an addition could have come before those right before it, back to the last
// one of its own thread: that makes as many places for it, and o is the product of their numbers.
// Other threads' accesses may order two additions of a run, so o may be too large; the choice needs
// only the right order of magnitude.
//
// How far N is from the number of executions matters little: it is the same on both sides.
//
// All of that depends on the program alone: sweeps have a fixed seed, and what is run for a moment
// ends after a number of steps. So a run that goes on after a stop, and each of the processes that
// share a run, come to the same choice; they have no limits here.

#include <optional>

#include "explorer/plan/plan.h"

namespace drover {

// `plan` is for `spore`. Nothing if it has so little to explore that there is nothing to gain, or
// if one of the limits of a run was reached.
[[nodiscard]] std::optional<SizeComparison> compare_sizes(const Plan& plan,
                                                          const ExplorerOptions& limits);

}  // namespace drover
