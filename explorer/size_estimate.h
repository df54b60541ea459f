#pragma once

// How many executions there are, without exploring them all.
//
// A work item is explored for a moment; what it has left is divided into items again (search.h).
// So an exploration is a tree of items: what an item holds is what was found in that moment, and
// what the items below it hold. A *sweep* goes down this tree level by level. Where a level has
// more items than it can afford, it keeps some of them, at random, and those stand for the others:
// an item that was kept with likelihood p counts 1/p times as much. The mean of what a sweep counts
// is the number of executions, whatever the tree looks like and however the likelihoods are chosen.
// (A level of one item would be a random path [Knuth, 1975]; levels of many are known as stochastic
// enumeration [Rubinstein, 2013; Vaisman and Kroese, 2017], and see Chen, "Heuristic sampling",
// 1992.) Random paths miss what is behind a few rare choices, and revisits are such choices. A
// level has hundreds of items: the rare ones are among them, and what is below them crowds out the
// others on the next levels.
//
// What sweeps count is spread like a product of many factors: few of them are far too high, most
// are somewhat too low. So intervals are those of a lognormal distribution. Where sweeps differ so
// much that such an interval says nothing, there is no estimate.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "explorer/findings/exploration_result.h"
#include "explorer/plan/explorer_options.h"
#include "semantics/program/program.h"

namespace drover {

struct SizeOptions {
  std::uint64_t seed = 1;
  std::uint64_t parts = 100'000;  // about so many are explored, some ten microseconds each
};

struct SizeEstimate {
  Estimate executions;  // complete ones
  Estimate others;      // those that are not complete
  Estimate all;         // of both kinds
};

// Why there is no estimate.
enum class NoEstimate : std::uint8_t {
  Indivisible,     // the algorithm cannot divide its work
  OtherAlgorithm,  // another algorithm, which cannot, is the one that is used
  TooDeep,         // the tree has too many levels for so few parts
  TooUneven,       // sweeps differ too much
  Overtaken,       // more were explored than estimated
  TimeIsOver,
  Interrupted,
  AtMemoryLimit
};

// The same for the same seed, on every machine, unless ExplorerOptions::max_seconds are too few for
// so many parts.
[[nodiscard]] std::variant<SizeEstimate, NoEstimate> estimate_size(const Program& program,
                                                                   const ExplorerOptions& options,
                                                                   const SizeOptions& how);

// The reason after a run that was stopped.
[[nodiscard]] NoEstimate no_estimate_after(StopReason reason);

}  // namespace drover
